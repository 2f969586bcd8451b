import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { euiScan, normalizeEui } from '../../contract/eui'
import { replacement, type Sensor } from '../../contract/sensors'
import { draftErrors, draftOf } from '../../crud/form/values'
import type { RowDialogProps } from '../../crud/model/declaration'
import { detailPath } from '../../crud/model/paths'
import { fieldsOf, problemOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useNewestRow } from '../../crud/model/useNewestRow'
import { useUndoAction } from '../../crud/model/useUndoAction'
import { Failure } from '../../ui/overlay/Failure'
import { FormDialog } from '../../ui/form/FormDialog'
import { Link } from '../../ui/controls/Link'
import { ScanField } from '../../ui/form/ScanField'
import { TextField } from '../../ui/form/TextField'
import { useToast } from '../../ui/overlay/Toaster'
import { replaceSensor, useReplaceSensorMutation } from './replaceApi'

interface Device {
  readonly eui: string
  readonly model: string
}

/** Replaces a sensor's device: the record, plant, gateway and readings stay. */
export function ReplaceDialog({ row: shown, onClose }: RowDialogProps<Sensor>) {
  const [row, noteRefusal] = useNewestRow(shown)
  const [replace, { isLoading }] = useReplaceSensorMutation()
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null)
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const undoAction = useUndoAction()

  const send = async (values: Device) => {
    setProblem(null)
    const device = replacement().cast(draftOf({ ...values }), { assert: false })
    const answer = await replace({ id: row.id, version: row.version, device })
    if (answer.data === undefined) {
      setProblem(problemOf(answer.error))
      noteRefusal(answer.error)
      return fieldsOf(answer.error)
    }
    const { id, version } = answer.data
    const former = { id, version, device: { eui: row.eui, model: row.model } }
    const putBack = (undoes: string) => dispatch(replaceSensor.initiate({ ...former, undoes }, { track: false }))
    const undo = undoAction(row.name, putBack, () => `Former device of ${row.name} restored`)
    toast({ message: `Device of ${row.name} replaced`, action: undo })
    onClose()
    return {}
  }
  return (
    <FormDialog<Device>
      title={`Replace the device of ${row.name}?`}
      description="The sensor keeps its name, plant, gateway and readings. It counts as never seen until the new device reports."
      action="Replace device"
      busy={isLoading}
      onClose={onClose}
      initialValues={{ eui: '', model: row.model ?? '' }}
      validate={(values) => deviceErrors(values, row)}
      onSubmit={async (values, { setFieldErrors }) => setFieldErrors(await send(values))}
    >
      <Failure>{problem?.fields === undefined ? problem?.message : null}</Failure>
      <ScanField
        rule={euiScan}
        name="eui"
        label="EUI of the new device"
        fixed={false}
        required
        hint={`The current device has ${row.eui}.`}
      />
      {problem?.holder !== undefined && (
        <p>
          <Link className="link" href={detailPath('sensors', problem.holder.id)}>
            Open {problem.holder.name}
          </Link>
        </p>
      )}
      <TextField name="model" label="Model" />
    </FormDialog>
  )
}

function deviceErrors(values: Device, { eui }: Sensor) {
  const errors = draftErrors(replacement(), draftOf({ ...values }))
  return normalizeEui(values.eui) === eui ? { ...errors, eui: 'The current device has this EUI' } : errors
}
