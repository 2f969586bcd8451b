import type { AskToLeave } from '../ui/overlay/leaveScope'
import { LeaveDialog } from '../ui/overlay/LeaveDialog'

/** Asks whether to leave a page that creates a secret, which is shown once. */
export const LeaveSecret: AskToLeave = ({ onAnswer }) => (
  <LeaveDialog title="Leave before it is shown?" onAnswer={onAnswer}>
    A new key, secret or code is shown only once, on this page. If you leave now, you have to create it again.
  </LeaveDialog>
)
