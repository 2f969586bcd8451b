import { isRejected, type Middleware } from '@reduxjs/toolkit'
import { malformed } from './errors'
import type { ApiExtra } from './extra'

/** Endpoints whose requests are quiet: their screens tell every error themselves, or nobody misses the answer. */
const quiet = new Set<string>()

/** Notes that errors of an endpoint are no alerts. */
export function noteQuiet(endpoint: string): void {
  quiet.add(endpoint)
}

/**
 * Shows an alert for an answer that is whole and not of the shape that was asked for. What reads an answer throws that, after the base query
 * has let it pass: every other error is an alert there.
 */
export function alertMisfits({ alert }: Pick<ApiExtra, 'alert'>): Middleware {
  return () => (next) => (action) => {
    const isMisfit = isRejected(action) && !action.meta.rejectedWithValue && !action.meta.aborted && !action.meta.condition
    if (isMisfit && !quiet.has(endpointOf(action.meta.arg))) alert(malformed(200))
    return next(action)
  }
}

function endpointOf(arg: unknown): string {
  return typeof arg === 'object' && arg !== null && 'endpointName' in arg ? String(arg.endpointName) : ''
}
