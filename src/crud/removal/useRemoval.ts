import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { fromPromise } from 'xstate'
import { removalMachine, type RemovalFailure } from '../../../machines/removalMachine'
import { isRestorable } from '../../contract/bulk'
import { useFlow } from '../../ui/environment/useFlow'
import { useToast } from '../../ui/overlay/Toaster'
import { useUndo } from '../bulk/useUndo'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource, AnyStandardArea } from '../model/declaration'
import { isMissing, problemOf, saveFailure } from '../model/problems'
import { useForgetRecents } from '../model/recents'
import { nameOf, type ApiDispatch } from '../model/reference'
import { successionWords, usersWords } from './removalWords'

export interface RemovalOptions {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
  readonly onStale?: (() => void) | undefined
}

/**
 * Deletes one row: the machine with its effects. At the version that was read; once the user has been told that it changed, at the version
 * of the refusal.
 */
export function useRemoval({ area: { resource, slug }, row, onClose, onRemoved, onStale }: RemovalOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const undo = useUndo(resource)
  const forgetRecents = useForgetRecents(slug)
  const { id } = row
  const [version, setVersion] = useState(row.version)
  /** An earlier attempt got no answer: it may have deleted the row. */
  const [isUnsure, setUnsure] = useState(false)
  return useFlow(
    removalMachine.provide({
      actors: {
        remove: fromPromise(async ({ input: { successor }, signal }) => {
          const call = crudCalls(resource).remove.initiate({ id, version, reassignTo: successor?.id }, { track: false })
          const { error } = await dispatch(call)
          const isGone = isMissing(error)
          if (error !== undefined && !isGone) {
            const refusal = saveFailure(error)
            setUnsure((before) => refusal?.kind === 'other' && (before || !refusal.sure))
            if (refusal?.kind === 'stale') setVersion(refusal.theirs.version)
            return Promise.reject<undefined>(failureOf(resource, error))
          }
          forgetRecents([id])
          const message = `${nameOf(resource, row)} deleted${successionWords(successor)}`
          // Another user may have deleted it: the goal is reached, but without Undo.
          const isOurs = !isGone || isUnsure
          if (isRestorable(resource, row) && isOurs) undo.offerForRemoval(message, row)
          else toast({ message })
          // The user has left the page: what follows a removal on it would lead away from another one.
          if (!signal.aborted) onRemoved([id])
          return undefined
        }),
      },
      actions: { refetchRow: () => onStale?.(), leave: onClose },
    }),
  )
}

/** Why a row was not deleted; for a row in use, names its users in the sentence unless they can be given a successor. */
function failureOf({ reassigns }: AnyResource, error: unknown): RemovalFailure {
  const { code, message, users } = problemOf(error)
  const stale = code === 'stale'
  if (users === undefined) return { message, users: null, stale }
  const canReassign = reassigns && users.lasting !== true
  return canReassign ? { message, users, stale } : { message: `${message}: ${usersWords(users)}.`, users: null, stale }
}
