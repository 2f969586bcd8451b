import { ConfirmDialog } from './ConfirmDialog'

/** Asks whether unsaved changes may be left behind; Escape stays. */
export function LeaveDialog({ onAnswer }: { readonly onAnswer: (leave: boolean) => void }) {
  return (
    <ConfirmDialog
      open
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      What you changed on this page is not saved yet.
    </ConfirmDialog>
  )
}
