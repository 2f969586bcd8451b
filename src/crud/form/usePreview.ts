import type { ChangePreview } from '../../contract/preview'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { saveFailure, type SaveFailure } from '../model/problems'
import { draftOf, type Values } from './values'

/** What a save would do to rows of other areas, null where it does nothing to them; or why the server did not say. */
export type Foreseen = { readonly preview: ChangePreview | null } | { readonly failure: SaveFailure | null }

/** Fetches what a change would do to those who use the row, where the resource previews changes. */
export function usePreview(resource: AnyResource, row: AnyRow | null): (values: Values) => Promise<Foreseen> {
  const [ask] = crudCalls(resource).preview.useMutation()
  return async (values) => {
    if (row === null || !resource.previews) return { preview: null }
    const { data, error } = await ask({ id: row.id, draft: draftOf(values) })
    if (data !== undefined) return { preview: data.plantsTotal > 0 ? data : null }
    const failure = saveFailure(error)
    // Nothing was sent to be saved, whatever became of the question.
    return { failure: failure?.kind === 'other' ? { ...failure, sure: true } : failure }
  }
}
