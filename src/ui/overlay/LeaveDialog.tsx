import type { ReactNode } from 'react'
import { Question } from './Question'

interface LeaveDialogProps {
  readonly title?: string
  /** What is lost. */
  readonly children?: ReactNode
  readonly onAnswer: (leave: boolean) => void
}

/** Asks whether to leave the page; Escape stays. */
export function LeaveDialog({
  title = 'Leave without saving?',
  children = 'What you changed on this page is not saved yet.',
  onAnswer,
}: LeaveDialogProps) {
  return (
    <Question title={title} yes="Leave" no="Stay" onAnswer={onAnswer}>
      {children}
    </Question>
  )
}
