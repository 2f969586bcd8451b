import { useState } from 'react'
import type { ChangePreview } from '../../contract/preview'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { counted } from '../model/words'
import { plantsWords, previewNouns } from './previewWords'
import { SensorsChanging } from './SensorsChanging'

interface PreviewDialogProps {
  /** The row's title. */
  readonly name: string
  readonly preview: ChangePreview
  readonly onSave: () => Promise<void>
  readonly onCancel: () => void
}

/** Confirms a change of a row that plants use: names the plants, and counts the sensors whose status would change. */
export function PreviewDialog({ name, preview, onSave, onCancel }: PreviewDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Change ${name} for ${counted(preview.plantsTotal, previewNouns.plants)}?`}
      confirmLabel="Save changes"
      cancelLabel="Back to the form"
      busy={busy}
      onConfirm={() => {
        setBusy(true)
        void onSave()
      }}
      onCancel={onCancel}
    >
      <p>{plantsWords(preview)}.</p>
      <SensorsChanging preview={preview} />
    </ConfirmDialog>
  )
}
