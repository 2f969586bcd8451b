import type { Api, BaseQueryFn, MutationDefinition } from '@reduxjs/toolkit/query/react'
import type { coreModuleName, reactHooksModuleName } from '@reduxjs/toolkit/query/react'
import { api, type Tag } from '../../api/api'
import type { ApiError } from '../../api/extra'
import type { Request } from '../../api/request'
import {
  bulkDeletePreviewPath,
  bulkRestorePath,
  bulkUpdatePath,
  bulkUpdatePreviewPath,
  restorePath,
  type BulkOutcome,
  type BulkUpdateOutcome,
  type DeletionPreview,
} from '../../contract/bulk'
import type { ChangePreview } from '../../contract/preview'
import { resultOf, type AnyRow, type BulkMatch } from '../crudSlice'
import type { AnyResource } from '../declaration'

type Values = Readonly<Record<string, unknown>>

/** Rows as a bulk call takes them. */
export type BulkRows = BulkMatch | { readonly ids: readonly string[] }

/** What to set in all of some rows. */
export type BulkEdit = BulkRows & { readonly set: Values }

/** Rows that hold what they held before again; each at the version that it must still be. */
export interface BulkReversal {
  readonly changes: readonly { readonly id: string; readonly version: number; readonly set: Values }[]
}

type M<Result, Arg> = MutationDefinition<Arg, BaseQueryFn<Request, unknown, ApiError>, Tag, Result, 'api'>
interface Calls {
  update: M<BulkUpdateOutcome, BulkEdit | BulkReversal>
  previewUpdate: M<ChangePreview, BulkEdit>
  previewRemoval: M<DeletionPreview, BulkRows>
  restore: M<AnyRow, string>
  restoreAll: M<BulkOutcome, readonly string[]>
}
type Endpoints = Api<
  BaseQueryFn<Request, unknown, ApiError>,
  { [Verb in keyof Calls]: Calls[Verb] },
  'api',
  Tag,
  typeof coreModuleName | typeof reactHooksModuleName
>['endpoints']

const made = new Map<string, Endpoints>()

/** A resource's calls for many rows, and those that take a deletion back; apart from its other calls, so that they are fetched when needed. */
export function bulkCalls(resource: AnyResource): Endpoints {
  const known = made.get(resource.name) ?? inject(resource)
  made.set(resource.name, known)
  return known
}

function inject(resource: AnyResource): Endpoints {
  const { name } = resource
  const names = {
    update: `bulkUpdate${name}s`,
    previewUpdate: `previewBulkUpdate${name}s`,
    previewRemoval: `previewBulkRemove${name}s`,
    restore: `restore${name}`,
    restoreAll: `restore${name}s`,
  }
  // Which rows a filter meant is not known: all that was read of the resource is read again.
  const changed = (done: object | undefined) => (done === undefined ? [] : [name, 'Analytics' as const])
  const { endpoints } = api.enhanceEndpoints({ addTagTypes: [name] }).injectEndpoints({
    endpoints: (build) => ({
      [names.update]: build.mutation<BulkUpdateOutcome, BulkEdit | BulkReversal>({
        query: (body) => ({ url: bulkUpdatePath(resource), method: 'POST', body }),
        transformResponse: resultOf<BulkUpdateOutcome>,
        invalidatesTags: changed,
      }),
      [names.previewUpdate]: build.mutation<ChangePreview, BulkEdit>({
        query: (body) => ({ url: bulkUpdatePreviewPath(resource), method: 'POST', body }),
        transformResponse: resultOf<ChangePreview>,
      }),
      [names.previewRemoval]: build.mutation<DeletionPreview, BulkRows>({
        query: (body) => ({ url: bulkDeletePreviewPath(resource), method: 'POST', body }),
        transformResponse: resultOf<DeletionPreview>,
      }),
      [names.restore]: build.mutation<AnyRow, string>({
        query: (id) => ({ url: restorePath(resource, id), method: 'POST' }),
        transformResponse: resultOf<AnyRow>,
        invalidatesTags: changed,
      }),
      [names.restoreAll]: build.mutation<BulkOutcome, readonly string[]>({
        query: (ids) => ({ url: bulkRestorePath(resource), method: 'POST', body: { ids } }),
        transformResponse: resultOf<BulkOutcome>,
        invalidatesTags: changed,
      }),
    }),
  })
  const named: Readonly<Record<string, unknown>> = endpoints
  // RTK forgets the types of computed names.
  return Object.fromEntries(Object.entries(names).map(([verb, key]) => [verb, named[key]])) as unknown as Endpoints
}
