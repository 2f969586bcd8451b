import type { SaveFailure } from '../../../machines/saveMachine'
import type { ApiError } from '../../api/extra'
import type { AnyRow } from './crudSlice'

/** Classifies an error of the API; null for an aborted call. */
export function saveFailure(error: unknown): SaveFailure | null {
  if (!isApiError(error)) return { kind: 'other', message: sentenceOf(error), requestId: '', sure: false, missing: false }
  const { kind, problem } = error
  if (kind === 'aborted' || kind === 'signedOut' || kind === 'sessionChanged') return null
  const { code, fields, holder = null, message, requestId, result } = problem
  if (code === 'stale' && isRow(result)) return { kind: 'stale', theirs: result }
  if (fields !== undefined && Object.keys(fields).length > 0) return { kind: 'fields', fields, message, holder }
  return { kind: 'other', message, requestId, sure: kind === 'refused', missing: isMissing(error) }
}

/** What is said of an answer that fits no shape. */
export const UNREADABLE = 'The server’s answer could not be read.'

/** Why a call failed: the server's problem, or only a sentence. */
export function problemOf(error: unknown): Partial<ApiError['problem']> & { readonly message: string } {
  return isApiError(error) ? error.problem : { message: UNREADABLE }
}

/** Why a call failed, in one sentence. */
export function sentenceOf(error: unknown): string {
  return problemOf(error).message
}

/** A message as a sentence that another one can follow: the API's messages end without a full stop. */
export function ended(message: string): string {
  return message.replace(/[^.!?]$/, '$&.')
}

/** Whether the row does not exist, or no longer. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}

/** Whether a thrown or returned value is an error of the API. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'problem' in error && 'kind' in error
}

function isRow(value: unknown): value is AnyRow {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && typeof value.version === 'number'
}
