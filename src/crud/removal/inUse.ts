import type { Problem } from '../../contract/problem'
import { isApiError } from '../model/problems'
import { enumerated } from '../model/words'

/** The users of a row that was to be deleted, and the server's message. */
export interface InUse {
  readonly message: string
  readonly users: NonNullable<Problem['users']>
}

/** The users of the row, when they prevented its deletion. */
export function inUseOf(error: unknown): InUse | null {
  if (!isApiError(error)) return null
  const { message, users } = error.problem
  return users === undefined ? null : { message, users }
}

/** "Calathea ornata, Hoya carnosa and 12 more". */
export function usersWords({ rows, total }: InUse['users']): string {
  const names = rows.map(({ name }) => name)
  return enumerated(names, total)
}

/** Why a call failed, in the server's words. */
export function sentenceOf(error: unknown): string {
  return isApiError(error) ? error.problem.message : 'The server gave no answer'
}
