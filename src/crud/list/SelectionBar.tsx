import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { BULK_IDS_MAX } from '../../contract/bulk'
import type { ListQuery, PageMeta } from '../../contract/list'
import { Button } from '../../ui/Button'
import { BulkBar } from '../../ui/Toolbar'
import type { AnyRow } from '../crudSlice'
import { offers, type AnyStandardArea } from '../declaration'
import { readAll } from '../export/readAll'
import type { ApiDispatch } from '../reference'
import { counted } from '../words'
import type { Selection } from './useSelection'

interface SelectionBarProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly rows: readonly AnyRow[]
  readonly meta: PageMeta | undefined
  readonly selection: Selection
  readonly onRemove: (rows: readonly AnyRow[]) => void
}

/** What is picked, in words, and what can be done with it. */
export function SelectionBar({ area, query, rows, meta, selection, onRemove }: SelectionBarProps) {
  const dispatch = useDispatch<ApiDispatch>()
  const [widening, setWidening] = useState(false)
  const count = selection.rows.length
  if (count === 0) return null
  const { nouns } = area.resource
  const total = meta?.total ?? 0
  const page = rows.every((row) => selection.has(row.id))
  const wider = page && count < total && total <= BULK_IDS_MAX && meta?.totalCapped === false
  const widen = () => {
    setWidening(true)
    readAll(dispatch, area.resource, query)
      .then((all) => selection.set(all, true))
      // The base query has told the user why.
      .catch(() => undefined)
      .finally(() => setWidening(false))
  }
  return (
    <BulkBar
      scope={scopeOf(count, page ? rows.length : null, total, nouns)}
      widen={
        wider && (
          <Button size="sm" variant="ghost" busy={widening} onClick={widen}>
            Select all {counted(total, nouns)} that match
          </Button>
        )
      }
      onClear={selection.clear}
    >
      {offers(area, 'remove') && (
        <Button size="sm" variant="danger" icon={Trash2} onClick={() => onRemove(selection.rows)}>
          Delete
        </Button>
      )}
    </BulkBar>
  )
}

function scopeOf(count: number, onPage: number | null, total: number, nouns: { one: string; many: string }): string {
  if (count === total && count > 1) return `All ${counted(count, nouns)} selected`
  if (onPage === count) return `${counted(count, nouns)} on this page selected`
  return `${counted(count, nouns)} selected`
}
