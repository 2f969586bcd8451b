import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'

interface PreviewDialogProps {
  /** The row's title. */
  readonly name: string
  readonly onSave: () => Promise<void>
  readonly onCancel: () => void
  /** What the change does to rows of other areas. */
  readonly children: ReactNode
}

/** Confirms a change that affects rows of other areas. */
export function PreviewDialog({ name, onSave, onCancel, children }: PreviewDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Change ${name}?`}
      confirmLabel="Save changes"
      cancelLabel="Back to the form"
      busy={busy}
      onConfirm={() => {
        setBusy(true)
        void onSave()
      }}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  )
}
