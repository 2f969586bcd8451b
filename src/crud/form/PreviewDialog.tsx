import { useState } from 'react'
import type { ChangePreview } from '../../contract/preview'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { counted } from '../model/words'
import { plantsWords, previewNouns, sensorsWords } from './previewWords'

interface PreviewDialogProps {
  /** What the row is called. */
  readonly name: string
  readonly preview: ChangePreview
  readonly onSave: () => Promise<void>
  readonly onCancel: () => void
}

/** Before a row that plants use is changed: which they are, and how many sensors would judge otherwise. */
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
      <p>{sensorsWords(preview)}.</p>
    </ConfirmDialog>
  )
}
