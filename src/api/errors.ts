import { FALLBACK_MESSAGE } from '../contract/constants'
import type { NamedRow, Problem, ProblemCode } from '../contract/problem'
import type { ApiError, FailureKind } from './extra'
import { isRecord, parsedJson } from './json'

/** Maximum Retry-After that is honoured, in seconds. */
const RETRY_AFTER_MAX_S = 3_600

const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'stale',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** There was no connection, or it broke before the answer was complete. */
export function offline(): ApiError {
  return failure('offline', 0, 'unavailable')
}

/** The answer was not complete in time. */
export function timedOut(): ApiError {
  return failure('timeout', 0, 'unavailable')
}

/** The caller aborted the request. */
export function aborted(): ApiError {
  return failure('aborted', 0, 'unavailable')
}

/** A success whose body is not JSON, e.g. because it was truncated, or does not have the requested shape. */
export function malformed(status: number): ApiError {
  return failure('malformed', status, 'internal')
}

/** Not sent: there is no session. */
export function signedOut(): ApiError {
  return failure('signedOut', 0, 'unauthenticated')
}

/** The session changed between the request and its answer. */
export function sessionChanged(): ApiError {
  return failure('sessionChanged', 0, 'unauthenticated')
}

/** Not sent: no usable token was available in time. */
export function noToken(): ApiError {
  return failure('timeout', 0, 'unauthenticated')
}

/** An answer from 400 up. One without Frond's error shape, such as a proxy's HTML page, is `malformed` and has the fallback sentence. */
export function refused(response: Pick<Response, 'status' | 'headers'>, text: string, now: number): ApiError {
  const { status, headers } = response
  const body = parsedJson(text)
  const retryAfterS = retryAfterOf(headers, now)
  const fallback = codes[status] ?? (status >= 500 ? 'internal' : 'bad_request')
  return {
    ...(isRecord(body)
      ? { kind: 'refused', status, problem: problemOf(body, fallback) }
      : failure('malformed', status, fallback)),
    ...(retryAfterS !== null && { retryAfterS }),
  }
}

/** The backend lacks the call; Frond's own backend hides missing calls from guests. */
export function isUnsupported({ status }: ApiError): boolean {
  return [401, 404, 405, 501].includes(status)
}

function failure(kind: FailureKind, status: number, code: ProblemCode): ApiError {
  return { kind, status, problem: { message: FALLBACK_MESSAGE, code, requestId: '' } }
}

/** Parses a problem leniently: another backend may omit all but the message, or even that, and use the same names differently. */
function problemOf(body: Readonly<Record<string, unknown>>, fallback: ProblemCode): Problem {
  const { message, code, requestId, fields, holder, users, result, secondFactor } = body
  return {
    message: isText(message) && message.trim() !== '' ? message : FALLBACK_MESSAGE,
    code: isText(code) ? (code as ProblemCode) : fallback,
    requestId: isText(requestId) ? requestId : '',
    ...(isRecord(fields) && Object.values(fields).every(isText) && { fields: fields as Readonly<Record<string, string>> }),
    ...(isNamedRow(holder) && { holder }),
    ...(isUsers(users) && { users }),
    ...(result !== undefined && { result }),
    ...(isSecondFactor(secondFactor) && { secondFactor }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNamedRow(value: unknown): value is NamedRow {
  return isRecord(value) && isText(value.id) && isText(value.name)
}

function isUsers(value: unknown): value is NonNullable<Problem['users']> {
  return isRecord(value) && typeof value.total === 'number' && Array.isArray(value.rows) && value.rows.every(isNamedRow)
}

function isSecondFactor(value: unknown): value is NonNullable<Problem['secondFactor']> {
  return isRecord(value) && isText(value.challenge) && typeof value.expires_in === 'number' && Array.isArray(value.methods)
}

/** The wait that an answer asks for, in seconds; null when it asks for none. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const header = headers.get('retry-after')
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S) : null
}

/** Whether a thrown or returned value is the error of a call. */
export function isApiError(error: unknown): error is ApiError {
  return isRecord(error) && 'problem' in error && 'kind' in error
}

/**
 * False for errors that the user knows of or caused: aborted requests, requests not sent after a sign-out, and answers to another session;
 * also for a sign-in that continues with its second step.
 */
export function isAlerting(error: ApiError): boolean {
  return !['aborted', 'signedOut', 'sessionChanged'].includes(error.kind) && error.problem.secondFactor === undefined
}
