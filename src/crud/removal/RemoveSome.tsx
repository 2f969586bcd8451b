import { BULK_IDS_MAX } from '../../contract/bulk'
import { byId } from '../bulk/parts'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { RemoveMany } from './RemoveMany'
import { previewOf } from './removalPreview'

interface RemoveSomeProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  /** Search and filters in words; empty when the list is not filtered. */
  readonly scope: string
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
}

/** Deletes the selected rows by id; beyond what one call takes, their fields say what uses them. */
export function RemoveSome({ area, rows, scope, onClose, onRemoved }: RemoveSomeProps) {
  return (
    <RemoveMany
      area={area}
      target={byId(rows)}
      count={rows.length}
      loadedRows={rows}
      {...(rows.length > BULK_IDS_MAX && { loadedPreview: previewOf(area.resource, rows) })}
      onPart={onRemoved}
      scope={scope}
      onClose={onClose}
    />
  )
}
