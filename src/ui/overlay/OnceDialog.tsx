import { useState } from 'react'
import { Button } from '../controls/Button'
import { DialogWindow, type DialogWindowProps } from './DialogWindow'
import type { AskToLeave } from './leaveScope'
import { Question } from './Question'
import { useLeaveGuard } from './useLeaveGuard'

interface OnceDialogProps extends Omit<DialogWindowProps, 'footer'> {
  /** Label of its button, the only way out of it without a question. */
  readonly done: string
}

const AskOnce: AskToLeave = ({ onAnswer }) => (
  <Question title="Did you keep a copy?" yes="Close anyway" no="Go back" onAnswer={onAnswer}>
    What the dialog shows cannot be shown again.
  </Question>
)

/** Shows a secret that cannot be shown again. */
export function OnceDialog({ done, onClose, ...shown }: OnceDialogProps) {
  const [asking, setAsking] = useState(false)
  useLeaveGuard(true, AskOnce)
  return (
    <>
      {asking && <AskOnce onAnswer={(close) => (close ? onClose() : setAsking(false))} />}
      {/* After the question, as in Dialog: it closes first when both do. */}
      <DialogWindow
        {...shown}
        onClose={() => setAsking(true)}
        footer={
          <Button variant="primary" onClick={onClose}>
            {done}
          </Button>
        }
      />
    </>
  )
}
