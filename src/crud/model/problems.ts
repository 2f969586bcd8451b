import type { ApiError } from '../../api/extra'
import type { NamedRow } from '../../contract/problem'
import type { AnyRow } from './crudSlice'

/** Why a save was not done, as the form answers it. */
export type SaveFailure =
  | { readonly kind: 'stale'; readonly theirs: AnyRow }
  | {
      readonly kind: 'fields'
      readonly fields: Readonly<Record<string, string>>
      readonly message: string
      readonly holder: NamedRow | null
    }
  /** `sure`: the server said no. Otherwise its answer was lost, and the row may be saved. */
  | {
      readonly kind: 'other'
      readonly message: string
      readonly requestId: string
      readonly sure: boolean
      /** There is no such row, or none any more. */
      readonly missing: boolean
    }

/** Reads an error of the API; null for one that nobody waits for any more. */
export function saveFailure(error: unknown): SaveFailure | null {
  if (!isApiError(error)) return { kind: 'other', message: sentenceOf(error), requestId: '', sure: false, missing: false }
  const { kind, problem } = error
  if (kind === 'aborted' || kind === 'signedOut' || kind === 'sessionChanged') return null
  const { code, fields, holder = null, message, requestId, result } = problem
  if (code === 'stale' && isRow(result)) return { kind: 'stale', theirs: result }
  if (fields !== undefined && Object.keys(fields).length > 0) return { kind: 'fields', fields, message, holder }
  return { kind: 'other', message, requestId, sure: kind === 'refused', missing: isMissing(error) }
}

/** Why a call failed, in one sentence. */
export function sentenceOf(error: unknown): string {
  return isApiError(error) ? error.problem.message : 'The server’s answer could not be read.'
}

/** There is no such row, or none any more. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}

/** Whether a value that was thrown or answered is an error of the API. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'problem' in error && 'kind' in error
}

function isRow(value: unknown): value is AnyRow {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && typeof value.version === 'number'
}
