import { useState, type ComponentProps } from 'react'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import type { AnyRow } from '../model/crudSlice'
import { ConfirmMany } from './ConfirmMany'
import { FailedRows } from './FailedRows'
import type { ManyOutcome, ManyRemoval } from './useManyRemoval'

interface RemoveManyProps extends Omit<ComponentProps<typeof ConfirmMany>, 'busy' | 'error' | 'onConfirm'> {
  readonly removal: ManyRemoval
  /** Deletes all of them; answers nothing when nothing was deleted, after saying so. */
  readonly send: (successor: ComboboxOption | null) => Promise<ManyOutcome | undefined>
  /** Deletes those that were left standing. */
  readonly sendAgain: (rows: readonly AnyRow[], successor: ComboboxOption | null) => Promise<ManyOutcome | undefined>
}

/** Asks before many rows are deleted, and reports those that could not be: they can be tried again, with the same successor. */
export function RemoveMany({ removal, send, sendAgain, ...question }: RemoveManyProps) {
  const { busy, error, failed, run, leave } = removal
  const [successor, setSuccessor] = useState<ComboboxOption | null>(null)
  if (failed.length > 0)
    return (
      <FailedRows
        area={question.area}
        verb="deleted"
        failed={failed}
        asked={question.count}
        busy={busy}
        onRetry={(rows) => run(sendAgain(rows, successor), successor)}
        onClose={leave}
      />
    )
  return (
    <ConfirmMany
      {...question}
      busy={busy}
      error={error}
      onConfirm={(picked) => {
        setSuccessor(picked)
        run(send(picked), picked)
      }}
    />
  )
}
