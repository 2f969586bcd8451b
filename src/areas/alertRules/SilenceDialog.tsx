import { startTransition, useActionState, useState } from 'react'
import type { AlertRule } from '../../contract/alertRules'
import type { RowDialogProps } from '../../crud/model/declaration'
import { snoozes } from '../../telemetry/alerts/until'
import { UntilInput } from '../../telemetry/alerts/UntilInput'
import { useSilence } from '../../telemetry/alerts/useSilence'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useEnvironment } from '../../ui/environment/Environment'

/** Silences a rule for some time, or ends its silence. */
export function SilenceDialog({ row, onClose }: RowDialogProps<AlertRule>) {
  const { now } = useEnvironment()
  const silence = useSilence()
  const [until, setUntil] = useState<string | null>(() => snoozes(now())[1].until)
  // Read once: another administrator may change the row while the dialog is open.
  const [isSilenced] = useState(row.silencedUntil != null)
  const [failure, confirm, busy] = useActionState(async () => {
    const failure = await silence(row, isSilenced ? null : until)
    if (failure === null) onClose()
    return failure
  }, null)
  return (
    <ConfirmDialog
      tone="primary"
      title={isSilenced ? `End the silence of ${row.name}?` : `Silence ${row.name}?`}
      confirmLabel={isSilenced ? 'End the silence' : 'Silence'}
      fields={!isSilenced && <UntilInput value={until} onChange={setUntil} />}
      blocked={!isSilenced && until === null}
      busy={busy}
      error={failure}
      onConfirm={() => startTransition(confirm)}
      onCancel={onClose}
    >
      {isSilenced
        ? 'Its alerts count as open again.'
        : 'Its alerts are snoozed until this time. Alerts whose condition still holds at that time count as open and are sent.'}
    </ConfirmDialog>
  )
}
