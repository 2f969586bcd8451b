import type { AnyObject } from 'yup'
import type { BulkRows } from '../../../machines/manyRowsMachine'
import { resultIn, pageIn } from '../../api/request'
import { deletionTag, tagsOfUpdate, type Tag } from '../../api/api'
import { injectCalls, type Build, type Calls, type Mutation, type Query } from '../../api/resourceCalls'
import type { BulkDeleteOutcome } from '../../contract/bulk'
import { listParams, type ListQuery, type Page } from '../../contract/list'
import type { ChangePreview } from '../../contract/preview'
import {
  bulkDeletePath,
  createPath,
  itemPath,
  REASSIGN_PARAM,
  updatePath,
  type Resource,
  previewPath,
} from '../../contract/resource'

/** The fields of every row. */
export interface AnyRow extends AnyObject {
  readonly id: string
  readonly version: number
}

/** Arguments of a create; `key` is the idempotency key: a create sent twice creates one row. */
interface Creation<Draft> {
  readonly draft: Draft
  readonly key: string
}

/** Title of the row whose change a call undoes. */
export interface Undoing {
  readonly undoes?: string
}

/**
 * Arguments of an update. `version` is the version that was read (optimistic lock): the server refuses the change as stale when it differs.
 * Omitted fields keep their values.
 */
interface Change<Draft> extends Undoing {
  readonly id: string
  readonly version: number
  readonly draft: Partial<Draft>
}
/** Arguments of a deletion; `version` as for an update. */
export interface Removal {
  readonly id: string
  readonly version: number
  /** Id of the successor: in the same transaction, rows that use the deleted row are changed to use it. */
  readonly reassignTo?: string | undefined
}

/** An idempotency key: a change sent twice is made once, and gets the same answer. Omitted by a caller that does not repeat its call. */
export interface Keyed {
  readonly key?: string
}

/** Arguments of a bulk deletion; with `reassignTo`, rows that use the deleted ones use that row instead. */
type BulkRemoval = BulkRows & Keyed & Pick<Removal, 'reassignTo'>

/** A type, not an interface, because RTK needs an index signature. */
type Definitions<Row, Draft> = {
  list: Query<Page<Row>, ListQuery>
  get: Query<Row, string>
  /** Reads a row to name it where another one refers to it. It may be deleted: a 404 raises no alert. */
  getReferenced: Query<Row, string>
  create: Mutation<Row, Creation<Draft>>
  update: Mutation<Row, Change<Draft>>
  preview: Mutation<ChangePreview, Pick<Change<Draft>, 'id' | 'draft'>>
  remove: Mutation<null, Removal>
  bulkRemove: Mutation<BulkDeleteOutcome, BulkRemoval>
}

/** A resource's calls and their hooks: `crudCalls(sensors).list.useQuery(…)`, the same verbs for every resource. */
export type CrudCalls<Row, Draft> = Calls<Definitions<Row, Draft>>

/** Calls by resource name. */
const injected = new Map<Tag, unknown>()

/** A resource's calls; the first caller injects them into the API. */
export function crudCalls<Row extends AnyRow, Draft extends AnyObject>(
  resource: Resource<Tag, Row, Draft>,
): CrudCalls<Row, Draft> {
  const calls = injected.get(resource.name) ?? injectCalls(resource.name, (build) => definitions(build, resource))
  injected.set(resource.name, calls)
  return calls as CrudCalls<Row, Draft>
}

function definitions<Row extends AnyRow, Draft extends AnyObject>(
  build: Build,
  resource: Resource<Tag, Row, Draft>,
): Definitions<Row, Draft> {
  const { name } = resource
  const all = { type: name, id: 'LIST' } as const
  const one = (id: string) => ({ type: name, id }) as const
  const readOne = (optional: boolean): Query<Row, string> =>
    build.query({
      query: (id) => ({ url: itemPath(resource, id), optional, read: resultIn }),
      providesTags: (_row, _error, id) => [one(id), deletionTag(name, id)],
    })
  return {
    list: build.query({
      query: (query) => ({ url: resource.listPath, params: listParams(resource, query), read: pageIn }),
      providesTags: (page) => [all, ...(page?.result ?? []).map((row) => one(row.id))],
    }),
    get: readOne(false),
    getReferenced: readOne(true),
    create: build.mutation({
      query: ({ draft, key }) => ({
        url: createPath(resource),
        method: 'POST',
        body: draft,
        idempotencyKey: key,
        read: resultIn,
      }),
      invalidatesTags: (row) => (row === undefined ? [] : [all, 'Analytics']),
    }),
    update: build.mutation({
      query: ({ id, version, draft, undoes }) => ({
        url: updatePath(resource, id),
        method: 'PUT',
        body: resource.updateAt === 'collection' ? { id, ...draft } : draft,
        ifMatch: version,
        undoes,
        read: resultIn,
      }),
      invalidatesTags: (row, _error, { id }) => (row === undefined ? [] : [all, one(id), ...tagsOfUpdate(name)]),
    }),
    preview: build.mutation({
      query: ({ id, draft }) => ({ url: previewPath(resource, id), method: 'POST', body: draft, read: resultIn }),
    }),
    remove: build.mutation({
      query: ({ id, version, reassignTo }) => ({
        url: itemPath(resource, id),
        method: 'DELETE',
        ifMatch: version,
        deletes: [id],
        ...(reassignTo !== undefined && { params: new URLSearchParams({ [REASSIGN_PARAM]: reassignTo }) }),
      }),
      invalidatesTags: (_none, error, { reassignTo }) =>
        error ? [] : [all, 'Analytics', ...(reassignTo === undefined ? [] : [one(reassignTo)])],
    }),
    bulkRemove: build.mutation({
      query: ({ key, ...body }) => ({
        url: bulkDeletePath(resource),
        method: 'POST',
        body,
        idempotencyKey: key,
        deletes: 'ids' in body ? body.ids : [],
        read: resultIn,
      }),
      invalidatesTags: (outcome) => (outcome === undefined ? [] : [all, 'Analytics']),
    }),
  }
}
