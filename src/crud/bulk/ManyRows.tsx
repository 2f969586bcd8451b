import type { ReactNode } from 'react'
import { Progress } from '../../ui/layout/Progress'
import { grouped } from '../../ui/text/numberWords'
import { capitalized, counted } from '../model/words'
import { FailedRows } from './FailedRows'
import type { ManyRowsRun } from './useManyRows'

/** The props of a question's `ConfirmDialog` that follow from the run. */
export interface RunQuestion {
  readonly cancelLabel: string
  readonly busy: boolean
  readonly stoppable: boolean
  readonly blocked: boolean
  readonly error: string | null
  readonly onCancel: () => void
  /** The run's progress, shown in place of the inputs; null for a single call. */
  readonly progress: ReactNode | null
}

interface ManyRowsProps {
  readonly run: ManyRowsRun
  readonly danger: boolean
  /** Asks for confirmation. */
  readonly children: (question: RunQuestion) => ReactNode
}

/** The dialog of an action on many rows: its question, with the progress, and then the failed rows. */
export function ManyRows({ run, danger, children }: ManyRowsProps) {
  const { resource, deed, failed, failure, canStop, isEnding, isPreparing, isOver, leave } = run
  const progress = run.progress && (
    <div className="stack">
      <Progress label={`${capitalized(resource.nouns.many)} ${deed}`} {...run.progress} />
      <p className="soft">
        {grouped(run.progress.value)} of {counted(run.progress.max, resource.nouns)}
      </p>
    </div>
  )
  if (isOver) return null
  if (failed.length === 0)
    return children({
      cancelLabel: progress === null ? 'Cancel' : 'Stop',
      busy: canStop || isEnding,
      stoppable: canStop,
      blocked: isPreparing,
      error: failure,
      progress,
      onCancel: leave,
    })
  return <FailedRows {...run} danger={danger} progress={progress} />
}
