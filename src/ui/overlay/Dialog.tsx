import { useCallback, useState } from 'react'
import { DialogWindow, type DialogWindowProps } from './DialogWindow'
import { Question } from './Question'
import { DialogContext } from './dialogScope'
import { useLeaveGuard } from './useLeaveGuard'

export interface DialogProps extends DialogWindowProps {
  /** Something that the dialog's fields do not tell themselves would be lost, such as what was typed in an earlier step. */
  readonly unsaved?: boolean | undefined
  /** False while what was typed is being saved, and where it is a password or a code: closing then asks nothing. */
  readonly asks?: boolean | undefined
  /** What is asked then; by default about what was entered. */
  readonly question?: typeof discardEntered | undefined
}

const discardEntered = {
  title: 'Discard what you entered?',
  body: 'What you entered in this dialog is not saved yet.',
  yes: 'Discard',
  no: 'Keep editing',
}

/** A modal that asks before it is closed, or the page is left, when something typed in it would be lost. */
export function Dialog({ unsaved = false, asks = true, question = discardEntered, onClose, ...shown }: DialogProps) {
  const [holders, setHolders] = useState(0)
  const [asking, setAsking] = useState(false)
  const wouldLose = asks && (unsaved || holders > 0)
  useLeaveGuard(wouldLose)
  const hold = useCallback(() => {
    setHolders((count) => count + 1)
    return () => setHolders((count) => count - 1)
  }, [])
  const close = () => (wouldLose ? setAsking(true) : onClose())
  return (
    <DialogContext value={{ hold, close }}>
      {asking && (
        <Question
          title={question.title}
          yes={question.yes}
          no={question.no}
          onAnswer={(discard) => {
            setAsking(false)
            if (discard) onClose()
          }}
        >
          {question.body}
        </Question>
      )}
      {/* After the question, which closes first when both do: only then can the focus return to what is behind them. */}
      <DialogWindow {...shown} onClose={close} />
    </DialogContext>
  )
}
