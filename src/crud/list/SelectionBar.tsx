import { TOTAL_CAP, type PageMeta } from '../../contract/list'
import { Button } from '../../ui/controls/Button'
import { BulkBar } from '../../ui/table/Toolbar'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'
import type { Opened } from './opened'
import { selectionActions } from './selectionActions'
import type { Selection } from './useSelection'

interface SelectionBarProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  readonly meta: PageMeta | undefined
  readonly isFiltered: boolean
  readonly selection: Selection
  readonly onOpen: (opened: Opened) => void
}

/** The selection in words, and its actions. */
export function SelectionBar({ area, rows, meta, isFiltered, selection, onOpen }: SelectionBarProps) {
  const { everything } = selection
  const count = everything ?? selection.rows.length
  if (count === 0) return null
  const { nouns } = area.resource
  const total = meta?.total ?? 0
  const isPage = everything === null && rows.every((row) => selection.has(row.id))
  const canWiden = isPage && count < total && total <= TOTAL_CAP && meta?.totalCapped === false
  return (
    <BulkBar
      scope={scopeOf(count, isPage ? rows.length : null, everything ?? total, nouns)}
      widen={
        canWiden && (
          <Button
            size="sm"
            variant="ghost"
            onClick={(event) => {
              // The button goes: the focus stays in the bar.
              event.currentTarget.nextElementSibling?.querySelector('button')?.focus()
              selection.all(total)
            }}
          >
            Select all {counted(total, nouns)}
            {isFiltered && ' that match'}
          </Button>
        )
      }
      onClear={selection.clear}
    >
      {selectionActions(area, selection).map(({ label, icon, danger, opens }) => (
        <Button key={label} size="sm" variant={danger ? 'danger' : undefined} icon={icon} onClick={() => onOpen(opens)}>
          {label}
        </Button>
      ))}
    </BulkBar>
  )
}

function scopeOf(count: number, onPage: number | null, total: number, nouns: { one: string; many: string }): string {
  if (count === total && count > 1) return `All ${counted(count, nouns)} selected`
  if (onPage === count) return `${counted(count, nouns)} on this page selected`
  return `${counted(count, nouns)} selected`
}
