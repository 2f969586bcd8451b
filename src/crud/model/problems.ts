import type { SaveFailure } from '../../../machines/saveMachine'
import { isApiError } from '../../api/errors'
import { isRecord } from '../../api/json'
import type { ApiError } from '../../api/extra'
import type { AnyRow } from './crudCalls'

/** Classifies the error of a save by the form's reaction; null when the call was aborted or the session has ended. */
export function saveFailure(error: unknown): SaveFailure | null {
  if (!isApiError(error)) return { kind: 'other', message: sentenceOf(error), requestId: '', sure: false, missing: false }
  const { kind, problem } = error
  if (kind === 'aborted' || kind === 'signedOut' || kind === 'sessionChanged') return null
  const { code, fields, holder = null, message, requestId, result } = problem
  if (code === 'stale' && isRow(result)) return { kind: 'stale', theirs: result }
  if (fields !== undefined && Object.keys(fields).length > 0) return { kind: 'fields', fields, message, holder }
  return { kind: 'other', message, requestId, sure: isRefused(error), missing: isMissing(error) }
}

/** The message for an answer that has none of the expected shapes. */
const UNREADABLE = 'The server’s answer could not be read.'

/** Why a call failed: the server's problem, or only a sentence. */
export function problemOf(error: unknown): Partial<ApiError['problem']> & { readonly message: string } {
  return isApiError(error) ? error.problem : { message: UNREADABLE }
}

/** The server's messages by field; empty when the failure is not about fields. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return problemOf(error).fields ?? {}
}

/** Why a call failed, in one sentence. */
export function sentenceOf(error: unknown): string {
  return problemOf(error).message
}

/** Adds the full stop that the API's messages lack, so that another sentence can follow. */
export function withFullStop(message: string): string {
  return message.replace(/[^.!?]$/, '$&.')
}

/** Why a call failed, by the kind of error; null: the server's message says it. */
const reasons: Readonly<Record<ApiError['kind'], string | null>> = {
  refused: null,
  offline: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  malformed: UNREADABLE,
  aborted: 'It was interrupted.',
  signedOut: 'The session has ended.',
  sessionChanged: 'The session has ended.',
}

/** Like `sentenceOf` with a full stop, and says why there is no answer: after a change of many rows, that decides what the user does next. */
export function reasonOf(error: unknown): string {
  if (!isApiError(error)) return UNREADABLE
  const { kind, problem } = error
  return reasons[kind] ?? withFullStop(problem.message)
}

/**
 * Whether the server refused the call, so that it is certain that nothing was changed. Not after a 5xx: the database may have been lost
 * during the commit.
 */
export function isRefused(error: unknown): boolean {
  return isApiError(error) && error.kind === 'refused' && error.status < 500
}

/** Whether the row does not exist, or no longer. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}

/** Whether a panel has nothing to show because its request failed; 404 is the answer of a backend without the panel's feature. */
export function hasFailed({ currentData, error }: { readonly currentData?: unknown; readonly error?: unknown }): boolean {
  return currentData === undefined && error !== undefined && !isMissing(error)
}

function isRow(value: unknown): value is AnyRow {
  return isRecord(value) && 'id' in value && typeof value['version'] === 'number'
}
