import { isProblemError, refusal, type ProblemError } from '../http/problems'
import { messageOf } from '../process/messageOf'
import { databaseFault, type DatabaseFault } from './database'

/**
 * SQLSTATEs of temporary unavailability: connection lost or refused, shutdown, too many connections, out of resources, time-out, failed
 * disk or worker, and a server that accepts no writes because it was the primary or is about to be.
 */
const away = /^(08|53|57P0[1-5]|57014|55P03|25P03|25P04|25006|58030)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ECONNABORTED',
  // A statement was written when the connection had just been lost.
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])
const driverSentences = /timeout|Connection terminated|Client has encountered a connection error|not queryable/i

/** The 503 for a database that does not answer now; its cause goes to the log, never to the client. */
export function unavailable(cause: unknown): ProblemError {
  return Object.assign(
    refusal(503, 'unavailable', 'The database is not available right now. Please try again in a moment', { retryAfterS: 2 }),
    {
      cause,
    },
  )
}

/** Converts an error of unavailability to a 503; returns any other error unchanged. */
export function translated(error: unknown): unknown {
  return isAway(error) ? unavailable(error) : error
}

/** Says why the database refused a step of the start, and for some reasons what the operator must do. */
export function reasonOf(error: unknown): string {
  const code = faultOf(error)?.code
  if (code === '55P03') return 'a backup or another open transaction locks what it changes: start again once it has ended'
  const message = messageOf(error)
  return code === '42501' ? `${message}: make the user that connects the owner of the database and of its tables` : message
}

/** The database's fault, also behind a 503; null for any other error. */
export function faultOf(error: unknown): DatabaseFault | null {
  return databaseFault(isProblemError(error) ? error.cause : error)
}

/** Whether a statement failed because something took too long: a worker of Citus may hang. One that refuses connections fails at once. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && (databaseFault(error)?.code === '57014' || /timeout|after \d+ ms$/.test(error.message))
}

/** Whether the error means that the database could not answer, whatever the query. */
export function isAway(error: unknown): boolean {
  // Several hosts or addresses, none of them reachable.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isAway)
  if (!(error instanceof Error)) return false
  const fault = databaseFault(error)
  if (fault !== null) return away.test(fault.code)
  if ('code' in error && typeof error.code === 'string') return networkCodes.has(error.code)
  return driverSentences.test(error.message)
}
