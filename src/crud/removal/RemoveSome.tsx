import { useMemo } from 'react'
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

/** Deletes the selected rows by id; their fields say what uses them. */
export function RemoveSome({ area, rows, scope, onClose, onRemoved }: RemoveSomeProps) {
  const preview = useMemo(() => previewOf(area.resource, rows), [area.resource, rows])
  return (
    <RemoveMany
      area={area}
      target={byId(rows)}
      count={rows.length}
      loadedRows={rows}
      loadedPreview={preview}
      onPart={onRemoved}
      scope={scope}
      onClose={onClose}
    />
  )
}
