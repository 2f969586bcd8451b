import type { BulkRows, BulkSet } from '../../../machines/manyRowsMachine'
import { resultIn } from '../../api/request'
import type { Tag } from '../../api/api'
import { injectCalls, type Build, type Calls } from '../../api/resourceCalls'
import {
  bulkDeletePreviewPath,
  bulkRestorePath,
  bulkUpdatePath,
  bulkUpdatePreviewPath,
  restorePath,
  restoreVersionPath,
  type BulkOutcome,
  type BulkUpdateOutcome,
  type DeletionPreview,
} from '../../contract/bulk'
import type { ChangePreview } from '../../contract/preview'
import type { AnyRow, Keyed, Undoing } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'

/** Rows, and the values to set in all of them. */
type BulkEdit = BulkRows & { readonly set: BulkSet }

/** Arguments of an undo: previous values to restore, with the version that each row must still have. */
export interface BulkReversal {
  readonly changes: readonly { readonly id: string; readonly version: number; readonly set: BulkSet }[]
}

type BulkCalls = Calls<ReturnType<typeof definitions>>

const injected = new Map<Tag, BulkCalls>()

/**
 * A resource's bulk calls, and those that undo a deletion or a change. Separate from its other calls, so that their code loads on demand.
 */
export function bulkCalls(resource: AnyResource): BulkCalls {
  const calls = injected.get(resource.name) ?? injectCalls(resource.name, (build) => definitions(build, resource))
  injected.set(resource.name, calls)
  return calls
}

function definitions(build: Build, resource: AnyResource) {
  // The rows that a filter matched are not known: invalidates everything of the resource.
  const tagsAfter = (answer: object | undefined) => (answer === undefined ? [] : [resource.name, 'Analytics' as const])
  return {
    bulkUpdate: build.mutation<BulkUpdateOutcome, (BulkEdit | BulkReversal) & Keyed>({
      query: ({ key, ...body }) => ({
        url: bulkUpdatePath(resource),
        method: 'POST',
        body,
        idempotencyKey: key,
        read: resultIn,
      }),
      invalidatesTags: tagsAfter,
    }),
    previewBulkUpdate: build.mutation<ChangePreview, BulkEdit>({
      query: (body) => ({ url: bulkUpdatePreviewPath(resource), method: 'POST', body, read: resultIn }),
    }),
    previewBulkRemove: build.mutation<DeletionPreview, BulkRows>({
      query: (body) => ({ url: bulkDeletePreviewPath(resource), method: 'POST', body, read: resultIn }),
    }),
    restoreVersion: build.mutation<AnyRow, { readonly id: string; readonly version: number; readonly entryId: number }>({
      query: ({ id, version, entryId }) => ({
        url: restoreVersionPath(resource, id),
        method: 'POST',
        body: { entryId },
        ifMatch: version,
        read: resultIn,
      }),
      invalidatesTags: (row, error) => (error?.problem.code === 'stale' ? [resource.name] : tagsAfter(row)),
    }),
    restore: build.mutation<AnyRow, { readonly id: string } & Undoing>({
      query: ({ id, undoes }) => ({ url: restorePath(resource, id), method: 'POST', undoes, read: resultIn }),
      invalidatesTags: tagsAfter,
    }),
    bulkRestore: build.mutation<BulkOutcome, readonly string[]>({
      query: (ids) => ({ url: bulkRestorePath(resource), method: 'POST', body: { ids }, read: resultIn }),
      invalidatesTags: tagsAfter,
    }),
  }
}
