import { useState, type ComponentProps } from 'react'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import type { AnyRow } from '../model/crudSlice'
import { ConfirmMany } from './ConfirmMany'
import { FailedRows } from './FailedRows'
import type { ManyOutcome, ManyRemoval } from './useManyRemoval'

interface RemoveManyProps extends Omit<ComponentProps<typeof ConfirmMany>, 'busy' | 'error' | 'onConfirm'> {
  readonly removal: ManyRemoval
  /** Deletes all rows; resolves to undefined when nothing was deleted, after reporting the error. */
  readonly send: (successor: ComboboxOption | null) => Promise<ManyOutcome | undefined>
  /** Deletes the rows that failed. */
  readonly sendAgain: (rows: readonly AnyRow[], successor: ComboboxOption | null) => Promise<ManyOutcome | undefined>
}

/** Confirms the deletion of many rows, and reports the failed ones, which can be retried with the same successor. */
export function RemoveMany({ removal, send, sendAgain, ...question }: RemoveManyProps) {
  const { busy, error, failed, run, leave } = removal
  const [successor, setSuccessor] = useState<ComboboxOption | null>(null)
  if (failed.length > 0)
    return (
      <FailedRows
        area={question.area}
        verb="deleted"
        failed={failed}
        requestedCount={question.count}
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
