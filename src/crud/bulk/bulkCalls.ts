import type { BulkRows } from '../../../machines/bulkEditMachine'
import { resultIn } from '../../api/answers'
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
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'

type Values = Readonly<Record<string, unknown>>

/** What to set in all of some rows. */
type BulkEdit = BulkRows & { readonly set: Values }

/** Rows that hold what they held before again; each at the version that it must still be. */
export interface BulkReversal {
  readonly changes: readonly { readonly id: string; readonly version: number; readonly set: Values }[]
}

type BulkCalls = Calls<ReturnType<typeof definitions>>

const injected = new Map<Tag, BulkCalls>()

/** A resource's calls for many rows, and those that take a deletion or a change back; apart from its other calls, so that they are fetched when needed. */
export function bulkCalls(resource: AnyResource): BulkCalls {
  const calls = injected.get(resource.name) ?? injectCalls(resource.name, (build) => definitions(build, resource))
  injected.set(resource.name, calls)
  return calls
}

function definitions(build: Build, resource: AnyResource) {
  // Which rows a filter meant is not known: all that was read of the resource is read again.
  const changed = (done: object | undefined) => (done === undefined ? [] : [resource.name, 'Analytics' as const])
  return {
    bulkUpdate: build.mutation<BulkUpdateOutcome, BulkEdit | BulkReversal>({
      query: (body) => ({ url: bulkUpdatePath(resource), method: 'POST', body }),
      transformResponse: resultIn<BulkUpdateOutcome>,
      invalidatesTags: changed,
    }),
    previewBulkUpdate: build.mutation<ChangePreview, BulkEdit>({
      query: (body) => ({ url: bulkUpdatePreviewPath(resource), method: 'POST', body }),
      transformResponse: resultIn<ChangePreview>,
    }),
    previewBulkRemove: build.mutation<DeletionPreview, BulkRows>({
      query: (body) => ({ url: bulkDeletePreviewPath(resource), method: 'POST', body }),
      transformResponse: resultIn<DeletionPreview>,
    }),
    restoreVersion: build.mutation<AnyRow, { readonly id: string; readonly version: number; readonly entryId: number }>({
      query: ({ id, version, entryId }) => ({
        url: restoreVersionPath(resource, id),
        method: 'POST',
        body: { entryId },
        ifMatch: version,
      }),
      transformResponse: resultIn<AnyRow>,
      invalidatesTags: changed,
    }),
    restore: build.mutation<AnyRow, string>({
      query: (id) => ({ url: restorePath(resource, id), method: 'POST' }),
      transformResponse: resultIn<AnyRow>,
      invalidatesTags: changed,
    }),
    bulkRestore: build.mutation<BulkOutcome, readonly string[]>({
      query: (ids) => ({ url: bulkRestorePath(resource), method: 'POST', body: { ids } }),
      transformResponse: resultIn<BulkOutcome>,
      invalidatesTags: changed,
    }),
  }
}
