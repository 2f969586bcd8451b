import { fromPromise } from 'xstate'
import { bulkRemovalMachine, type BulkRemovalContext, type BulkRemovalOutcome } from '../../../machines/bulkRemovalMachine'
import { useFlow, useLeft } from '../../ui/environment/useFlow'
import { useUndo } from '../bulk/useUndo'
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { removedWords, successionWords } from './names'

export type ManyRemoval = ReturnType<typeof useManyRemoval>

interface ManyRemovalOptions {
  readonly resource: AnyResource
  /** Deletes the rows that failed before, or all of them when none did; rejects with a `BulkEditFailure`. */
  readonly remove: (failed: readonly AnyRow[], reassignTo: string | undefined) => Promise<BulkRemovalOutcome>
  /** Counts the rows again; left out when they are given by id. */
  readonly recount?: () => Promise<number>
  readonly onClose: () => void
}

/** Runs a deletion of many rows, which may take several attempts: the machine with its effects. */
export function useManyRemoval({ resource, remove, recount, onClose }: ManyRemovalOptions) {
  const undo = useUndo(resource)
  const announce = ({ done, restorable, successor }: Pick<BulkRemovalContext, 'done' | 'restorable' | 'successor'>) => {
    const words = `${removedWords(resource, done, restorable.length)}${successionWords(successor)}`
    if (done > 0) undo.ofRemovals(words, restorable)
  }
  const flow = useFlow(
    bulkRemovalMachine.provide({
      actors: {
        remove: fromPromise(async ({ input: { failed, successor }, signal }) => {
          const rows = failed.map(({ row }) => row)
          const outcome = await remove(rows, successor?.id)
          // The user has left the page, and no machine announces it any more.
          if (signal.aborted) announce({ ...outcome, successor })
          return outcome
        }),
        ...(recount && { recount: fromPromise(recount) }),
      },
      actions: {
        announce(_scope, result) {
          announce(result)
          onClose()
        },
      },
    }),
  )
  useLeft(flow[2], announce)
  return flow
}
