import type { AnyObject, InferType, ObjectSchema, Schema } from 'yup'

/** The five calls of an area. `remove` is DELETE. */
export type Operation = 'list' | 'get' | 'create' | 'update' | 'remove'

/** A key to sort by; `-` first for descending. */
type SortKey<Sort extends string> = Sort | `-${Sort}`

/** What a list call accepts: keys to sort by, fields to filter by (each value is checked by its schema), fields that `q` searches. */
export interface ListRules<Sort extends string = string, Filter extends string = string> {
  readonly sort: readonly Sort[]
  /** Sort of a list that asks for none, e.g. `name`, `-lastSeenAt` or `-demandCount,createdAt`. */
  readonly defaultSort: SortKey<Sort> | `${SortKey<Sort>},${SortKey<Sort>}`
  readonly filter: Readonly<Record<Filter, Schema<string>>>
  readonly search: readonly string[]
}

/** A row's field that counts, or marks, those who use the row. */
export interface Keeper {
  readonly field: string
  readonly nouns?: { readonly one: string; readonly many: string }
  /** They cannot be given another row: this one stays in any case. */
  readonly lasting?: true
}

/** What an area of the API looks like; console and server both read it, neither repeats it. */
export interface Resource<
  Name extends string = string,
  Row extends AnyObject = AnyObject,
  Draft extends AnyObject = AnyObject,
  Sort extends string = string,
  Filter extends string = string,
> {
  /** Singular PascalCase noun: names endpoints, hooks, cache tags and OpenAPI schemas. */
  readonly name: Name
  /** The nouns of sentences, lower case: "gateway", "gateways". */
  readonly nouns: { readonly one: string; readonly many: string }
  /** Collection path below the API's origin, e.g. `/api/v1/sensors`. Its last segment is the table's name. */
  readonly path: string
  /** Path of the list where it differs from `path`. */
  readonly listPath: string
  /** Where POST goes: `/sensors/register` or `/plants`. */
  readonly createAt: 'register' | 'collection'
  /** Where PUT goes: `/gateways/{id}`, or `/sensors` with the id in the body. */
  readonly updateAt: 'item' | 'collection'
  /** The calls that exist. */
  readonly ops: readonly Operation[]
  /** What a client may write: validates the form and the request body. */
  readonly draft: ObjectSchema<Draft>
  /** What the API answers: the draft's fields, identity, and everything derived on read. */
  readonly row: ObjectSchema<Row>
  /** The row's field that names it to a person. */
  readonly title: string
  /** Fields whose values no two rows share; a second one is a 409 `taken` that names the holder. */
  readonly unique: readonly string[]
  /**
   * Draft fields whose combination no two rows share, above all those that a derived title is made of. A second one is a 409 `taken`,
   * and stands on the last of them.
   */
  readonly uniqueTogether: readonly string[]
  /** Draft fields that never change once the row exists. */
  readonly immutable: readonly string[]
  /** DELETE takes `?reassignTo={id}`: those who use the row are given that one first, in the same transaction. */
  readonly reassigns: boolean
  /** POST `/{id}/preview` answers what a change would do to those who use the row; see preview.ts. */
  readonly previews: boolean
  /** Fields of a row that say what prevents its deletion: how many of what, or, without nouns, that something does. */
  readonly usedBy: readonly Keeper[]
  /**
   * The row's field that makes its deletion final where it holds something, for what it tells of is not kept; null where every deleted
   * row can be restored.
   */
  readonly finalWith: string | null
  /**
   * GET `?q=&limit=` there finds rows by any of their names, the best match first, as `{ id, [title], matchedName }`; null where the
   * list's own search is all there is.
   */
  readonly typeaheadPath: string | null
  readonly list: ListRules<Sort, Filter>
}

type Spec<N extends string, R extends AnyObject, D extends AnyObject, S extends string, F extends string> = Pick<
  Resource<N, R, D, S, F>,
  'name' | 'nouns' | 'path' | 'draft' | 'row' | 'title' | 'list'
> &
  Partial<
    Pick<
      Resource,
      | 'listPath'
      | 'createAt'
      | 'updateAt'
      | 'ops'
      | 'unique'
      | 'uniqueTogether'
      | 'immutable'
      | 'reassigns'
      | 'previews'
      | 'usedBy'
      | 'finalWith'
      | 'typeaheadPath'
    >
  >

/** Fills in what most areas share, so that a declaration states only how it differs. */
export function resource<
  const N extends string,
  R extends AnyObject,
  D extends AnyObject,
  const S extends string,
  const F extends string,
>(spec: Spec<N, R, D, S, F>): Resource<N, R, D, S, F> {
  const made: Resource<N, R, D, S, F> = {
    listPath: spec.path,
    createAt: 'register',
    updateAt: 'item',
    ops: ['list', 'get', 'create', 'update', 'remove'],
    unique: [],
    uniqueTogether: [],
    immutable: [],
    reassigns: false,
    previews: false,
    usedBy: [],
    finalWith: null,
    typeaheadPath: null,
    ...spec,
  }
  loaded.set(made.name, made)
  return made
}

const loaded = new Map<string, unknown>()

/**
 * The resource that a reference names. A contract imports those of what it refers to, so that a screen fetches them with it and no
 * others; throws when one was forgotten.
 */
export function resourceNamed(name: string): Resource {
  const found = loaded.get(name)
  if (found === undefined) throw new Error(`A contract refers to ${name} and does not import it`)
  return found as Resource
}

export type RowOf<R extends Pick<Resource, 'row'>> = InferType<R['row']>
export type DraftOf<R extends Pick<Resource, 'draft'>> = InferType<R['draft']>

/** Path of the call that creates, e.g. `/api/v1/sensors/register`. */
export function createPath(resource: Pick<Resource, 'path' | 'createAt'>): string {
  return resource.createAt === 'register' ? `${resource.path}/register` : resource.path
}

/** Path of the call that updates; a collection update carries the id in its body. */
export function updatePath(resource: Pick<Resource, 'path' | 'updateAt'>, id: string): string {
  return resource.updateAt === 'item' ? itemPath(resource, id) : resource.path
}

/** Query parameter of DELETE: the row that takes over. */
export const REASSIGN_PARAM = 'reassignTo'

/** Path of one row, e.g. `/api/v1/sensors/0192…`. */
export function itemPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${resource.path}/${encodeURIComponent(id)}`
}

/** Path of the call that deletes many, e.g. `/api/v1/sensors/bulk_delete`. */
export function bulkDeletePath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/bulk_delete`
}

/** Path of the call that previews a change, e.g. `/api/v1/humidity_groups/{id}/preview`. POST, with the body of a PUT. */
export function previewPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${itemPath(resource, id)}/preview`
}
