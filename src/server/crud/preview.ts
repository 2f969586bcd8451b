import type { ChangePreview } from '../../contract/preview'
import { merged, type Writer } from './write'
import { readRow } from './table'

/** The preview of a change without effects. */
export const noEffects: ChangePreview = { plants: [], plantsTotal: 0, sensorsTotal: 0, sensorsChanging: 0, sensors: [] }

/** Computes a change's effects on dependent rows; throws 404, or 422 as the change would. Writes nothing. */
export async function previewRow({ db, resource, hooks }: Writer, id: string, body: unknown): Promise<ChangePreview> {
  const before = await readRow(db, resource, id)
  return (await hooks.preview?.(db, merged(resource, before, body), before)) ?? noEffects
}
