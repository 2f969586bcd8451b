import type { ApiError } from './extra'

/** Milliseconds within which identical errors cause one alert. */
const SAME_WITHIN_MS = 1_000

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

/** Creates `ApiExtra.alert`: shows every error worth an alert, but the same status and message only once per second. */
export function createAlerts({ now, show }: { now: () => number; show: (error: ApiError) => void }): (error: ApiError) => void {
  const shown = new Map<string, number>()
  return (error) => {
    const at = now()
    const key = `${error.status} ${error.problem.message}`
    // The absolute difference, so that a clock that was set back does not silence alerts until it catches up.
    for (const [other, since] of shown) if (Math.abs(at - since) >= SAME_WITHIN_MS) shown.delete(other)
    if (shown.has(key)) return
    shown.set(key, at)
    show(error)
  }
}
