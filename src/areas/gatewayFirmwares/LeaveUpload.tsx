import type { AskToLeave } from '../../ui/overlay/leaveScope'
import { LeaveDialog } from '../../ui/overlay/LeaveDialog'

/** Asks whether to leave a page that uploads a file, which cancels the upload. */
export const LeaveUpload: AskToLeave = ({ onAnswer }) => (
  <LeaveDialog title="Leave during the upload?" onAnswer={onAnswer}>
    Leaving this page cancels the upload.
  </LeaveDialog>
)
