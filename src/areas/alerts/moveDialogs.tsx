import { startTransition, useActionState, useState } from 'react'
import { ALERT_NOTE_MAX, type Alert } from '../../contract/alerts'
import type { RowDialogProps } from '../../crud/model/declaration'
import { snoozes } from '../../telemetry/alerts/until'
import { UntilInput } from '../../telemetry/alerts/UntilInput'
import { useMove } from '../../telemetry/alerts/useMove'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useEnvironment } from '../../ui/environment/Environment'
import { NoteInput } from '../../ui/controls/NoteInput'

/** Acknowledges an alert. */
export function AcknowledgeDialog(props: RowDialogProps<Alert>) {
  return (
    <NotedDialog {...props} move="acknowledge" title={`Acknowledge “${props.row.title}”?`} label="Acknowledge">
      The alert stays listed until its condition ends, and shows that you are working on it.
    </NotedDialog>
  )
}

/** Resolves an alert by hand. */
export function ResolveDialog(props: RowDialogProps<Alert>) {
  return (
    <NotedDialog {...props} move="resolve" title={`Resolve “${props.row.title}”?`} label="Resolve">
      Alerts resolve by themselves when their condition ends. This one is raised again only if the condition ends and returns.
    </NotedDialog>
  )
}

interface NotedDialogProps extends RowDialogProps<Alert> {
  readonly move: 'acknowledge' | 'resolve'
  readonly title: string
  readonly label: string
  readonly children: string
}

function NotedDialog({ row, onClose, move, title, label, children }: NotedDialogProps) {
  const send = useMove()
  const [start] = useState(row.note ?? '')
  const [note, setNote] = useState(start)
  const [failure, confirm, busy] = useActionState(async () => {
    // An unchanged note is not sent: it would overwrite one that another administrator has saved since the dialog opened.
    const failed = await send(row, move, note === start ? {} : { note: note.trim() === '' ? null : note.trim() })
    if (failed === null) onClose()
    return failed
  }, null)
  return (
    <ConfirmDialog
      tone="primary"
      title={title}
      confirmLabel={label}
      fields={<NoteInput value={note} start={start} maxLength={ALERT_NOTE_MAX} onChange={setNote} />}
      busy={busy}
      error={failure}
      onConfirm={() => startTransition(confirm)}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Snoozes an alert, or ends its snooze. */
export function SnoozeDialog({ row, onClose }: RowDialogProps<Alert>) {
  const move = useMove()
  const { now } = useEnvironment()
  const [until, setUntil] = useState<string | null>(() => snoozes(now())[1].until)
  // Read once: another administrator may change the row while the dialog is open.
  const [ends] = useState(row.snoozed)
  const [failure, confirm, busy] = useActionState(async () => {
    const failed = await move(row, 'snooze', { until: ends ? null : until })
    if (failed === null) onClose()
    return failed
  }, null)
  return (
    <ConfirmDialog
      tone="primary"
      title={ends ? `End the snooze of “${row.title}”?` : `Snooze “${row.title}”?`}
      confirmLabel={ends ? 'End the snooze' : 'Snooze'}
      fields={!ends && <UntilInput value={until} onChange={setUntil} />}
      blocked={!ends && until === null}
      busy={busy}
      error={failure}
      onConfirm={() => startTransition(confirm)}
      onCancel={onClose}
    >
      {row.status === 'acknowledged'
        ? 'It stays acknowledged, and nothing is sent when the snooze ends.'
        : ends
          ? 'It counts as open again.'
          : 'Until this time it does not count as open and is not sent. If its condition still holds at that time, it is sent to its rule’s channels.'}
    </ConfirmDialog>
  )
}
