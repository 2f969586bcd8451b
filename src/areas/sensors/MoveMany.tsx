import { useState } from 'react'
import { gateways } from '../../contract/gateways'
import { sensors } from '../../contract/sensors'
import { bulkCalls } from '../../crud/bulk/bulkCalls'
import { ManyDialog } from '../../crud/bulk/ManyDialog'
import { useRepeatable } from '../../crud/bulk/sentCall'
import { ReferencePicker } from '../../crud/list/ReferencePicker'
import type { BulkDialogProps } from '../../crud/model/declaration'

/** Assigns all selected sensors to another gateway; Undo restores each one's previous gateway. */
export function MoveMany(props: BulkDialogProps) {
  const [gatewayId, setGatewayId] = useState<string | null>(null)
  const send = useRepeatable(bulkCalls(sensors).bulkUpdate.useMutation()[0])
  return (
    <ManyDialog
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
      send={(rows) => send({ ...rows, set: { gatewayId } })}
      undoable
    >
      Their readings are expected through this gateway from now on.
    </ManyDialog>
  )
}
