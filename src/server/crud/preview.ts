import type { ChangePreview } from '../../contract/preview'
import { merged, read, type Writer } from './write'

/** A change that nobody notices. */
export const untouched: ChangePreview = { plants: [], plantsTotal: 0, sensorsTotal: 0, sensorsChanging: 0 }

/** What a change would do to those who use the row; throws 404, or 422 as the change itself would. Nothing is written. */
export async function previewRow({ db, resource, hooks }: Writer, id: string, body: unknown): Promise<ChangePreview> {
  const before = await read(db, resource, id)
  return (await hooks.preview?.(db, merged(resource, before, body), before)) ?? untouched
}
