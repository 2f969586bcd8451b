import type { ChangePreview } from '../../contract/preview'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { saveFailure, type SaveFailure } from '../model/problems'
import { draftOf, type Values } from './values'

/** The effect of a save on other areas' rows (null: none), or why the server could not preview it. */
export type Foreseen = { readonly preview: ChangePreview | null } | { readonly failure: SaveFailure | null }

/** Previews the effect of a change on the rows that use this one, if the resource supports previews. */
export function usePreview(resource: AnyResource, row: AnyRow | null): (values: Values) => Promise<Foreseen> {
  const [ask] = crudCalls(resource).preview.useMutation()
  return async (values) => {
    if (row === null || !resource.previews) return { preview: null }
    const { data, error } = await ask({ id: row.id, draft: draftOf(values) })
    if (data !== undefined) return { preview: hasEffect(data) ? data : null }
    const failure = saveFailure(error)
    // Only the preview failed; no save was sent, so the outcome is certain.
    return { failure: failure?.kind === 'other' ? { ...failure, sure: true } : failure }
  }
}

/** Whether a preview counts any affected row. */
function hasEffect(preview: ChangePreview): boolean {
  return Object.values(preview).some((value) => typeof value === 'number' && value > 0)
}
