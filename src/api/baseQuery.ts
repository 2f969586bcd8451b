import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { isAlerting, noToken, sessionChanged, signedOut } from './errors'
import type { ApiError, ApiExtra, SessionPort } from './extra'
import { isRecord } from './json'
import { send, type Answer, type Request } from './request'

/** Milliseconds that another tab may take to store the token whose issue invalidated this tab's. */
const REREAD_MS = 100

/** Milliseconds for which a read is retried as a 503 with Retry-After asks. A database failover takes half of it. */
const RETRY_FOR_MS = 30_000

/** Type of the base query: takes a request, returns its result or an `ApiError`. */
export type BaseQuery = BaseQueryFn<Request, unknown, ApiError>

/** The store's `extra` argument, through which every base query reaches the session. */
export function extraOf({ extra }: { extra: unknown }): ApiExtra {
  return extra as ApiExtra
}

/**
 * Sends a request with the session's bearer: waits for a usable token, retries a 401 at most once, and drops answers for another session.
 */
export const baseQuery: BaseQuery = async (request, api) => {
  const extra = extraOf(api)
  for (const id of request.deletes ?? []) extra.deletedRows.note(id)
  const isRead = (request.method ?? 'GET') === 'GET'
  // A request of one user is neither sent, nor sent again, nor answered in another user's session.
  const epoch = extra.session.epoch()
  const answer = await (isRead ? readInSession : sendInSession)(request, extra, api.signal, epoch)
  const call = callOf(request)
  if (!('error' in answer)) extra.succeeded(call)
  if (!('error' in answer) || !isAlerting(answer.error)) return answer
  if (request.optional === true && answer.error.status === 404) return answer
  // The page itself says that the row has been deleted.
  const isDeletedHere = isRead && answer.error.status === 404 && extra.deletedRows.hasRowIn(request.url)
  // The account page, to which such an account is redirected, asks for the second factor.
  const isRestricted = isRead && answer.error.problem.code === 'second_factor_required'
  if (!isDeletedHere && !isRestricted) extra.alert(alertedOf(request, answer.error), call)
  return answer
}

/**
 * Identifies what a request reads or changes, so that its success removes the alert of its earlier failure. Leaves out the query string, which
 * changes with the page or a chart's time; includes the id from the body, because some areas update all rows at one address.
 */
function callOf({ method = 'GET', url, body, undoes }: Request): string {
  const id = isRecord(body) && typeof body['id'] === 'string' ? body['id'] : ''
  return `${method} ${url} ${id} ${undoes ?? ''}`
}

function alertedOf({ undoes }: Request, error: ApiError): ApiError {
  if (undoes === undefined || error.kind !== 'refused') return error
  return { ...error, problem: { ...error.problem, message: `Undo failed for ${undoes}: ${error.problem.message}` } }
}

/** Sends a read, and retries it on a 503 with Retry-After: reads have no effects, and the waiting page then continues by itself. */
async function readInSession(request: Request, extra: ApiExtra, signal: AbortSignal, epoch: number): Promise<Answer> {
  const until = extra.now() + RETRY_FOR_MS
  for (;;) {
    const answer = await sendInSession(request, extra, signal, epoch)
    if (!('error' in answer) || answer.error.status !== 503) return answer
    const waitMs = Math.max(answer.error.retryAfterS ?? Infinity, 1) * 1000
    if (extra.now() + waitMs > until) return answer
    // The sleep rejects when the caller aborts. The next send then fails at once with the caller's reason, without a request.
    await extra.sleep(waitMs, signal).catch(() => {})
  }
}

async function sendInSession(request: Request, extra: ApiExtra, signal: AbortSignal, epoch: number): Promise<Answer> {
  const { session } = extra
  if (session.isGuest()) return { error: signedOut() }
  const bearer = await usableBearer(session, signal)
  if (bearer === null) return { error: session.isGuest() ? signedOut() : noToken() }
  if (session.epoch() !== epoch) return { error: sessionChanged() }
  const answer = await send(request, extra, signal, bearer.token)
  if (session.epoch() !== epoch) return { error: sessionChanged() }
  if (!isUnauthenticated(answer)) return answer
  const other = await otherToken(extra, bearer.tokenId, signal)
  if (other === null) return answer
  if (session.epoch() !== epoch) return { error: sessionChanged() }
  const again = await send(request, extra, signal, other.token)
  if (session.epoch() !== epoch) return { error: sessionChanged() }
  // Not retried again: only reported to the machine.
  if (isUnauthenticated(again)) await session.reportRejected(other.tokenId, signal)
  return again
}

/** The session's bearer that has not expired: waits for a refresh if need be. Null without a session, or when there is none in time. */
export async function usableBearer(session: SessionPort, signal: AbortSignal): Promise<ReturnType<SessionPort['read']>> {
  const bearer = session.read()
  if (bearer !== null && !bearer.expired) return bearer
  if (session.isGuest()) return null
  return (await session.refresh(signal)) ? session.read() : null
}

/** After a 401 on `tokenId`: the newer token that another tab or a refresh has stored, or null. */
async function otherToken({ session, sleep }: ApiExtra, tokenId: string, signal: AbortSignal) {
  const changed = () => {
    const bearer = session.read()
    return bearer !== null && !bearer.expired && bearer.tokenId !== tokenId ? bearer : null
  }
  // The sleep rejects when the caller aborts; its signal then ends what follows, too.
  await sleep(REREAD_MS, signal).catch(() => {})
  return changed() ?? ((await session.reportRejected(tokenId, signal)) ? changed() : null)
}

function isUnauthenticated(answer: Answer): boolean {
  return 'error' in answer && answer.error.status === 401
}
