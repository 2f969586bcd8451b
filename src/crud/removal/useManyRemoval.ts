import { useRef, useState } from 'react'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import { useUndo } from '../bulk/useUndo'
import type { AnyResource } from '../model/declaration'
import type { FailedRow } from './failures'
import { removedWords, successionWords } from './names'

/** The outcome of a bulk deletion: the number of deleted rows, the ids that can be restored, and the failed rows with their reasons. */
export interface ManyOutcome {
  readonly done: number
  readonly restorable: readonly string[]
  readonly failed: readonly FailedRow[]
}

/** A bulk deletion in progress: its attempts, the failed rows, and its end. */
export interface ManyRemoval {
  readonly busy: boolean
  /** Why the last attempt failed entirely. */
  readonly error: string | undefined
  readonly failed: readonly FailedRow[]
  readonly setError: (error: string | undefined) => void
  /** Runs one attempt; an attempt without an answer has shown its error already. */
  readonly run: (outcome: Promise<ManyOutcome | undefined>, successor: ComboboxOption | null) => void
  /** Closes the dialog, and reports the rows deleted so far. */
  readonly leave: () => void
}

/** Runs a bulk deletion, which may take several attempts, and announces its result with a button that undoes it. */
export function useManyRemoval(resource: AnyResource, onClose: () => void): ManyRemoval {
  const undo = useUndo(resource)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const soFar = useRef({ done: 0, restorable: [] as readonly string[], heir: null as ComboboxOption | null })

  const leave = () => {
    const { done, restorable, heir } = soFar.current
    if (done > 0) undo.ofRemovals(`${removedWords(resource, done, restorable.length)}${successionWords(heir)}`, restorable)
    onClose()
  }
  const take = ({ done, restorable, failed }: ManyOutcome, successor: ComboboxOption | null) => {
    const before = soFar.current
    const heir = successor ?? before.heir
    soFar.current = { done: before.done + done, restorable: [...before.restorable, ...restorable], heir }
    setFailed(failed)
    if (failed.length === 0) leave()
  }
  const run: ManyRemoval['run'] = (outcome, successor) => {
    setBusy(true)
    void outcome
      .then((preview) => preview !== undefined && take(preview, successor))
      // The base query has shown the error.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return { busy, error, failed, setError, run, leave }
}
