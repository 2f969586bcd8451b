import { useState, type ReactNode } from 'react'
import { alerts, type AlertMove } from '../../contract/alerts'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { sentenceOf } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { useMoveAlertsMutation, type MoveBody } from '../../telemetry/alerts/alertsApi'
import { snoozes } from '../../telemetry/alerts/until'
import { UntilInput } from '../../telemetry/alerts/UntilInput'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import { NoteInput } from './NoteInput'

/** Takes care of all that are selected. */
export function AcknowledgeMany(props: BulkDialogProps) {
  return <NotedDialog {...props} move="acknowledge" verb="Acknowledge" deed="acknowledged" />
}

/** Ends all that are selected. */
export function ResolveMany(props: BulkDialogProps) {
  return <NotedDialog {...props} move="resolve" verb="Resolve" deed="resolved" />
}

/** Wants no word of those that are selected for some time. */
export function SnoozeMany(props: BulkDialogProps) {
  const { now } = useEnvironment()
  const [until, setUntil] = useState<string | null>(() => snoozes(now())[1].until)
  const fields = <UntilInput value={until} onChange={setUntil} />
  return (
    <ManyDialog {...props} move="snooze" verb="Snooze" deed="snoozed" body={{ until }} blocked={until === null} fields={fields} />
  )
}

interface Verb {
  readonly move: AlertMove
  readonly verb: string
  readonly deed: string
}

function NotedDialog(props: BulkDialogProps & Verb) {
  const [note, setNote] = useState('')
  const fields = <NoteInput value={note} onChange={setNote} />
  return <ManyDialog {...props} body={{ note: note.trim() === '' ? null : note.trim() }} fields={fields} />
}

interface ManyDialogProps extends BulkDialogProps, Verb {
  readonly body: MoveBody
  readonly blocked?: boolean
  readonly fields: ReactNode
}

function ManyDialog({ rows, count, onClose, onDone, move, verb, deed, body, blocked, fields }: ManyDialogProps) {
  const [send, { isLoading }] = useMoveAlertsMutation()
  const [error, setError] = useState<string | null>(null)
  const toast = useToast()
  const confirm = async () => {
    setError(null)
    const answer = await send({ move, target: rows, body })
    if (answer.error !== undefined) return setError(sentenceOf(answer.error))
    const { done, failed } = answer.data
    const [first] = failed
    toast({ message: `${counted(done, alerts.nouns)} ${deed}`, tone: 'success' })
    if (done > 0) onDone()
    // Those that were resolved by then, mostly.
    if (first !== undefined) return setError(`${counted(failed.length, alerts.nouns)} could not be ${deed}. ${first.message}.`)
    return onClose()
  }
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${verb} ${counted(count, alerts.nouns)}?`}
      confirmLabel={`${verb} ${counted(count, alerts.nouns)}`}
      fields={fields}
      blocked={blocked}
      busy={isLoading}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      Those that are resolved by then are passed over.
    </ConfirmDialog>
  )
}
