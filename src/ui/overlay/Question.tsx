import type { ReactNode } from 'react'
import { Button } from '../controls/Button'
import { DialogWindow } from './DialogWindow'

interface QuestionProps {
  readonly title: string
  /** What is lost. */
  readonly children: ReactNode
  /** Label of the button that gives it up. */
  readonly yes: string
  /** Label of the button that keeps it. */
  readonly no: string
  readonly onAnswer: (yes: boolean) => void
}

/** Asks before something is lost; Escape keeps it. */
export function Question({ title, children, yes, no, onAnswer }: QuestionProps) {
  return (
    <DialogWindow
      role="alertdialog"
      size="sm"
      title={title}
      description={children}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            {no}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {yes}
          </Button>
        </>
      }
    />
  )
}
