import { useState } from 'react'
import { gateways } from '../../contract/gateways'
import { sensors } from '../../contract/sensors'
import { UpdateMany } from '../../crud/bulk/UpdateMany'
import { ReferencePicker } from '../../crud/list/ReferencePicker'
import type { BulkDialogProps } from '../../crud/model/declaration'

/** Assigns all selected sensors to another gateway; Undo restores each one's previous gateway. */
export function MoveMany(props: BulkDialogProps) {
  const [gatewayId, setGatewayId] = useState<string | null>(null)
  return (
    <UpdateMany
      {...props}
      resource={sensors}
      verb="Move"
      deed="moved"
      fields={
        <ReferencePicker
          title="Gateway"
          target={gateways}
          values={gatewayId === null ? [] : [gatewayId]}
          onChange={([id = null]) => setGatewayId(id)}
        />
      }
      blocked={gatewayId === null}
      set={{ gatewayId }}
      undoable
    >
      Their readings are expected through this gateway from now on.
    </UpdateMany>
  )
}
