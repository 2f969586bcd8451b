import { ConfirmDialog } from './ConfirmDialog'

/** Asks whether to discard unsaved changes; Escape stays on the page. */
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
