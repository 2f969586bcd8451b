import { isRejected, type Middleware } from '@reduxjs/toolkit'
import { malformed } from './errors'
import type { ApiExtra } from './extra'

/** Endpoints whose errors raise no alert: their screens show every error themselves, or work without the answer. */
const quiet = new Set<string>()

/** Registers an endpoint whose errors raise no alert. */
export function noteQuiet(endpoint: string): void {
  quiet.add(endpoint)
}

/**
 * Alerts a complete answer without the expected shape. Its parser throws after the base query, which alerts all other errors, has
 * succeeded.
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
