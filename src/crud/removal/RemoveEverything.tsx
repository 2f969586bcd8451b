import type { ListQuery } from '../../contract/list'
import { matchOf } from '../list/address'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { RemoveMany } from './RemoveMany'

interface RemoveEverythingProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  /** The number of matching rows on screen. */
  readonly count: number
  /** The rows of the page; the dialog names the first. */
  readonly rows: readonly AnyRow[]
  /** Search and filters in words; empty when the list is not filtered. */
  readonly scope: string
  readonly onClose: () => void
  readonly onRemoved: () => void
  /** Called when the number of matching rows differs from the one on screen. */
  readonly onRecounted: (count: number) => void
}

/**
 * Deletes all matching rows, on all pages: by the exact filter and the count on screen. When the count has changed by then, nothing is
 * deleted, and the dialog asks again with the new count.
 */
export function RemoveEverything({ area, query, count, rows, scope, onClose, onRemoved, onRecounted }: RemoveEverythingProps) {
  return (
    <RemoveMany
      area={area}
      target={{ filter: matchOf(query), expectedCount: count }}
      count={count}
      loadedRows={rows}
      list={{ query, onRecounted }}
      onPart={onRemoved}
      scope={scope}
      onClose={onClose}
    />
  )
}
