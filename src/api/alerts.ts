import type { ApiError } from './extra'

/**
 * False for errors that the user knows of or caused: aborted requests, requests not sent after a sign-out, and answers to another session;
 * also for a sign-in that continues with its second step.
 */
export function isAlerting(error: ApiError): boolean {
  return (
    error.kind !== 'aborted' &&
    error.kind !== 'signedOut' &&
    error.kind !== 'sessionChanged' &&
    error.problem.secondFactor === undefined
  )
}
