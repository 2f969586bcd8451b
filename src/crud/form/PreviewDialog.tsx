import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'

interface PreviewDialogProps {
  /** The row's title. */
  readonly name: string
  readonly isBusy: boolean
  readonly onSave: () => void
  readonly onCancel: () => void
  /** What the change does to rows of other areas. */
  readonly children: ReactNode
}

/** Confirms a change that affects rows of other areas. */
export function PreviewDialog({ name, isBusy, onSave, onCancel, children }: PreviewDialogProps) {
  return (
    <ConfirmDialog
      tone="primary"
      title={`Change ${name}?`}
      confirmLabel="Save changes"
      cancelLabel="Back to the form"
      busy={isBusy}
      onConfirm={onSave}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  )
}
