import type { Failure } from '../../machines/authMachine'
import { isApiError } from '../api/errors'

/**
 * Classifies an error of the session's calls for the machine: only a 401 is a rejection, only another 4xx a refusal. `now` is the time of
 * the answer.
 */
export function failureOf(error: unknown, now = 0): Failure {
  if (!isApiError(error)) return { kind: 'transient', message: '' }
  const { kind, status, problem, retryAfterS } = error
  const { secondFactor } = problem
  return {
    kind:
      kind === 'aborted'
        ? 'cancelled'
        : secondFactor !== undefined
          ? 'challenged'
          : status === 401
            ? 'rejected'
            : isRefusal(status)
              ? 'refused'
              : 'transient',
    message: problem.message,
    ...(problem.fields && { fields: problem.fields }),
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(secondFactor && { step: { methods: secondFactor.methods, endsAt: now + secondFactor.expires_in * 1000 } }),
  }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
