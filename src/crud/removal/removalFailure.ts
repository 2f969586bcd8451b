import type { RemovalFailure } from '../../../machines/removalMachine'
import type { AnyResource } from '../model/declaration'
import { problemOf } from '../model/problems'
import { usersWords } from './removalWords'

/** Why a row was not deleted; for a row in use, names its users in the sentence unless they can be given a successor. */
export function failureOf({ reassigns }: AnyResource, error: unknown): RemovalFailure {
  const { code, message, users } = problemOf(error)
  const stale = code === 'stale'
  if (users === undefined) return { message, users: null, stale }
  const canReassign = reassigns && users.lasting !== true
  return canReassign ? { message, users, stale } : { message: `${message}: ${usersWords(users)}.`, users: null, stale }
}
