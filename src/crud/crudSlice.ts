import type { Api, BaseQueryFn, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react'
import type { coreModuleName, reactHooksModuleName } from '@reduxjs/toolkit/query/react'
import type { AnyObject } from 'yup'
import { api, type Tag } from '../api/api'
import type { Request } from '../api/request'
import type { ApiError } from '../api/extra'
import type { BulkDeleteOutcome } from '../contract/bulk'
import { listParams, type ListQuery, type Page } from '../contract/list'
import type { ChangePreview } from '../contract/preview'
import {
  bulkDeletePath,
  createPath,
  itemPath,
  REASSIGN_PARAM,
  updatePath,
  type Resource,
  previewPath,
} from '../contract/resource'

/** What every row carries. */
export interface AnyRow extends AnyObject {
  readonly id: string
  readonly version: number
}

/** `key` makes a second sending of the same create harmless. */
export interface Creation<Draft> {
  readonly draft: Draft
  readonly key: string
}

/** `version` is the one that was read; another one on the server refuses the change as stale. What is left out keeps its value. */
export interface Change<Draft> {
  readonly id: string
  readonly version: number
  readonly draft: Partial<Draft>
}
export interface Removal {
  readonly id: string
  readonly version: number
  /** The row that those who use this one are given first. */
  readonly reassignTo?: string | undefined
}

/** All rows that a list's search and filters match, and how many they were said to be. */
export interface BulkMatch {
  readonly filter: Readonly<Record<string, string | readonly string[]>>
  readonly expectedCount: number
}
/** Rows of a bulk deletion: by id, or all that match; with `reassignTo`, those who use them are given that row first. */
export type BulkTarget =
  readonly string[] | ((BulkMatch | { readonly ids: readonly string[] }) & { readonly reassignTo?: string | undefined })

type Base = BaseQueryFn<Request, unknown, ApiError>
type Q<Result, Arg> = QueryDefinition<Arg, Base, Tag, Result, 'api'>
type M<Result, Arg> = MutationDefinition<Arg, Base, Tag, Result, 'api'>
type Modules = typeof coreModuleName | typeof reactHooksModuleName

interface Calls<Row, Draft> {
  list: Q<Page<Row>, ListQuery>
  get: Q<Row, string>
  create: M<Row, Creation<Draft>>
  update: M<Row, Change<Draft>>
  preview: M<ChangePreview, Pick<Change<Draft>, 'id' | 'draft'>>
  remove: M<null, Removal>
  bulkRemove: M<BulkDeleteOutcome, BulkTarget>
}

type NameOf<Verb extends string, Name extends string> = Verb extends 'list' | 'bulkRemove' ? `${Verb}${Name}s` : `${Verb}${Name}`

/** The endpoints of an area under greppable names: `listGateways`, `getGateway`, `createGateway`, … */
export type CrudEndpoints<Name extends string, Row, Draft> = {
  [Verb in keyof Calls<Row, Draft> as NameOf<Verb, Name>]: Calls<Row, Draft>[Verb]
}

/** The same endpoints under their verbs, for the standard screens, which know no area's name. */
export type CrudCalls<Row, Draft> = Api<
  Base,
  { [Verb in keyof Calls<Row, Draft>]: Calls<Row, Draft>[Verb] },
  'api',
  Tag,
  Modules
>['endpoints']

/** Injects a resource's endpoints (once, however often it is called) and hands back the API with their hooks typed by name. */
export function crudSlice<Name extends Tag, Row extends AnyRow, Draft extends AnyObject>(resource: Resource<Name, Row, Draft>) {
  const { name } = resource
  const all = { type: name, id: 'LIST' } as const
  const one = (id: string) => ({ type: name, id }) as const
  const injected = `list${name}s` in api.endpoints
  return api.enhanceEndpoints({ addTagTypes: [name] }).injectEndpoints({
    // RTK forgets the types of computed names; crudSlice.test-d.ts holds this cast to its word.
    endpoints: (build) =>
      (injected
        ? {}
        : {
            [`list${name}s`]: build.query<Page<Row>, ListQuery>({
              query: (query) => ({ url: resource.listPath, params: listParams(resource, query) }),
              transformResponse: pageOf<Row>,
              providesTags: (page) => [all, ...(page?.result ?? []).map((row) => one(row.id))],
            }),
            [`get${name}`]: build.query<Row, string>({
              query: (id) => ({ url: itemPath(resource, id) }),
              transformResponse: resultOf<Row>,
              providesTags: (_row, _error, id) => [one(id)],
            }),
            [`create${name}`]: build.mutation<Row, Creation<Draft>>({
              query: ({ draft, key }) => ({ url: createPath(resource), method: 'POST', body: draft, idempotencyKey: key }),
              transformResponse: resultOf<Row>,
              invalidatesTags: (row) => (row === undefined ? [] : [all, 'Analytics']),
            }),
            [`update${name}`]: build.mutation<Row, Change<Draft>>({
              query: ({ id, version, draft }) => ({
                url: updatePath(resource, id),
                method: 'PUT',
                body: resource.updateAt === 'collection' ? { id, ...draft } : draft,
                ifMatch: version,
              }),
              transformResponse: resultOf<Row>,
              invalidatesTags: (row, _error, { id }) => (row === undefined ? [] : [all, one(id)]),
            }),
            [`preview${name}`]: build.mutation<ChangePreview, Pick<Change<Draft>, 'id' | 'draft'>>({
              query: ({ id, draft }) => ({ url: previewPath(resource, id), method: 'POST', body: draft }),
              transformResponse: resultOf<ChangePreview>,
            }),
            [`remove${name}`]: build.mutation<null, Removal>({
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
            [`bulkRemove${name}s`]: build.mutation<BulkDeleteOutcome, BulkTarget>({
              query: (target) => ({
                url: bulkDeletePath(resource),
                method: 'POST',
                body: 'length' in target ? { ids: target } : target,
                deletes: 'length' in target ? target : 'ids' in target ? target.ids : [],
              }),
              transformResponse: resultOf<BulkDeleteOutcome>,
              invalidatesTags: (outcome) => (outcome === undefined ? [] : [all, 'Analytics']),
            }),
          }) as unknown as CrudEndpoints<Name, Row, Draft>,
  })
}

/** A resource's endpoints by verb. */
export function crudCalls<Name extends Tag, Row extends AnyRow, Draft extends AnyObject>(
  resource: Resource<Name, Row, Draft>,
): CrudCalls<Row, Draft> {
  const named: Readonly<Record<string, unknown>> = crudSlice(resource).endpoints
  const { name } = resource
  return {
    list: named[`list${name}s`],
    get: named[`get${name}`],
    create: named[`create${name}`],
    update: named[`update${name}`],
    preview: named[`preview${name}`],
    remove: named[`remove${name}`],
    bulkRemove: named[`bulkRemove${name}s`],
  } as CrudCalls<Row, Draft>
}

/** Unwraps `{ result }`; an answer without one is an error of the call. */
export function resultOf<Result extends object>(body: unknown): Result {
  const { result } = asObject(body) as { result?: Result }
  if (typeof result !== 'object' || result === null) throw new Error(UNREADABLE)
  return result
}

function pageOf<Row>(body: unknown): Page<Row> {
  const { result, meta } = asObject(body) as Partial<Page<Row>>
  if (!Array.isArray(result) || typeof meta?.total !== 'number') throw new Error(UNREADABLE)
  return { result, meta }
}

const UNREADABLE = 'The server’s answer could not be read'

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
