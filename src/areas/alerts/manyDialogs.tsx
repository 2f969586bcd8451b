import { useState, type ReactNode } from 'react'
import type { AlertMove } from '../../contract/alertCalls'
import { ALERT_NOTE_MAX, alerts } from '../../contract/alerts'
import { ManyDialog } from '../../crud/bulk/ManyDialog'
import { useRepeatable } from '../../crud/bulk/sentCall'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { useMoveAlertsMutation, type MoveBody } from '../../telemetry/alerts/alertsApi'
import { snoozes } from '../../telemetry/alerts/until'
import { UntilInput } from '../../telemetry/alerts/UntilInput'
import { useEnvironment } from '../../ui/environment/Environment'
import { NoteInput } from '../../ui/controls/NoteInput'

/** Acknowledges all selected alerts. */
export function AcknowledgeMany(props: BulkDialogProps) {
  return <NotedDialog {...props} move="acknowledge" verb="Acknowledge" deed="acknowledged" />
}

/** Resolves all selected alerts. */
export function ResolveMany(props: BulkDialogProps) {
  return <NotedDialog {...props} move="resolve" verb="Resolve" deed="resolved" />
}

/** Snoozes all selected alerts. */
export function SnoozeMany(props: BulkDialogProps) {
  const { now } = useEnvironment()
  const [until, setUntil] = useState<string | null>(() => snoozes(now())[1].until)
  const fields = <UntilInput value={until} onChange={setUntil} />
  return (
    <MoveMany {...props} move="snooze" verb="Snooze" deed="snoozed" body={{ until }} blocked={until === null} fields={fields} />
  )
}

interface Verb {
  readonly move: AlertMove
  readonly verb: string
  readonly deed: string
}

function NotedDialog(props: BulkDialogProps & Verb) {
  const [note, setNote] = useState('')
  const fields = <NoteInput value={note} maxLength={ALERT_NOTE_MAX} onChange={setNote} />
  const trimmed = note.trim()
  return <MoveMany {...props} body={trimmed === '' ? {} : { note: trimmed }} fields={fields} />
}

interface MoveManyProps extends BulkDialogProps, Verb {
  readonly body: MoveBody
  readonly blocked?: boolean
  readonly fields: ReactNode
}

function MoveMany({ move, body, ...dialog }: MoveManyProps) {
  const send = useRepeatable(useMoveAlertsMutation()[0])
  return (
    <ManyDialog {...dialog} resource={alerts} send={(target) => send({ move, target, body })}>
      Alerts that are already resolved are skipped.
    </ManyDialog>
  )
}
