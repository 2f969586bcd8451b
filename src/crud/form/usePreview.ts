import type { ChangePreview } from '../../contract/preview'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { saveFailure } from '../model/problems'
import { draftOf, type Values } from './values'

export type Preview = (values: Values) => Promise<ChangePreview | null>

/**
 * The preview of what a change does to the rows that use this one: null when it affects none; rejects with a `SaveFailure`. No function when
 * the resource has no such rows.
 */
export function usePreview(resource: AnyResource, row: AnyRow | null): Preview | null {
  const [ask] = crudCalls(resource).preview.useMutation()
  if (row === null || !resource.previews) return null
  return async (values) => {
    const { data, error } = await ask({ id: row.id, draft: draftOf(values) })
    if (data !== undefined) return hasEffect(data) ? data : null
    const failure = saveFailure(error)
    // Only the preview failed; no save was sent, so the outcome is certain.
    return Promise.reject(failure?.kind === 'other' ? { ...failure, sure: true } : failure)
  }
}

/** Whether a preview counts any affected row. */
function hasEffect(preview: ChangePreview): boolean {
  return Object.values(preview).some((value) => typeof value === 'number' && value > 0)
}
