import { BULK_IDS_MAX } from '../../contract/bulk'
import { byId } from '../bulk/parts'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { RemoveMany } from './RemoveMany'
import { RemoveOne } from './RemoveOne'
import { previewOf } from './removalPreview'

// The list loads both dialogs from here: they are one file of the build.
export { RemoveMany }

interface RemoveDialogProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  /** Search and filters of the list in words; empty when it is not filtered. */
  readonly filterWords?: string
  readonly onClose: () => void
  /** Called with the ids of the deleted rows, even when others failed. */
  readonly onRemoved: (ids: readonly string[]) => void
  /** Called when the row has changed since it was read, and has to be refetched before it is deleted. */
  readonly onStale?: (() => void) | undefined
}

/** Confirms a deletion, reports row by row what could not be deleted, and offers Undo. */
export function RemoveDialog({ area, rows, filterWords = '', onClose, onRemoved, onStale }: RemoveDialogProps) {
  const [first] = rows
  if (first === undefined) return null
  return rows.length === 1 ? (
    <RemoveOne area={area} row={first} onClose={onClose} onRemoved={onRemoved} onStale={onStale} />
  ) : (
    <RemoveMany
      area={area}
      rows={byId(rows)}
      count={rows.length}
      loadedRows={rows}
      // Beyond what one call takes, the rows' fields say what uses them.
      {...(rows.length > BULK_IDS_MAX && { loadedPreview: previewOf(area.resource, rows) })}
      filterWords={filterWords}
      onClose={onClose}
      onDone={onRemoved}
    />
  )
}
