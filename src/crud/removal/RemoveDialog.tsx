import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { RemoveOne } from './RemoveOne'
import { RemoveSome } from './RemoveSome'

interface RemoveDialogProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  /** The filter in words, when the rows were picked from a narrowed list. */
  readonly scope?: string | undefined
  readonly onClose: () => void
  /** Called with the deleted rows, even when others could not be deleted. */
  readonly onRemoved: (ids: readonly string[]) => void
  /** The row has been changed since it was read: it has to be read again before it is deleted. */
  readonly onStale?: (() => void) | undefined
}

/** Says what deleting does, asks once, reports row by row what could not be deleted, and offers the way back. */
export function RemoveDialog({ area, rows, scope, onClose, onRemoved, onStale }: RemoveDialogProps) {
  const [first] = rows
  if (first === undefined) return null
  return rows.length === 1 ? (
    <RemoveOne area={area} row={first} onClose={onClose} onRemoved={onRemoved} onStale={onStale} />
  ) : (
    <RemoveSome area={area} rows={rows} scope={scope} onClose={onClose} onRemoved={onRemoved} />
  )
}
