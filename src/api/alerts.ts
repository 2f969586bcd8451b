import type { ApiError } from './extra'

/** Identical errors within this time are one alert, in milliseconds. */
const SAME_WITHIN_MS = 1_000

/**
 * False for what the user already knows or did, requests aborted, not sent after a sign-out, or answered to another session; and for a sign-in
 * that is right and goes on with its second step.
 */
export function isAlerting(error: ApiError): boolean {
  return (
    error.kind !== 'aborted' &&
    error.kind !== 'signedOut' &&
    error.kind !== 'sessionChanged' &&
    error.problem.secondFactor === undefined
  )
}

/** Makes `ApiExtra.alert`: shows every error worth an alert, but the same status and message once within a second. */
export function createAlerts({ now, show }: { now: () => number; show: (error: ApiError) => void }): (error: ApiError) => void {
  const shown = new Map<string, number>()
  return (error) => {
    const at = now()
    const key = `${error.status} ${error.problem.message}`
    // A clock that was set back must not silence them until it is there again.
    for (const [other, since] of shown) if (Math.abs(at - since) >= SAME_WITHIN_MS) shown.delete(other)
    if (shown.has(key)) return
    shown.set(key, at)
    show(error)
  }
}
