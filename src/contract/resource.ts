import type { AnyObject, InferType, ObjectSchema, Schema } from 'yup'

/** The five calls of an area. `remove` is DELETE. */
export type Operation = 'list' | 'get' | 'create' | 'update' | 'remove'

/** A key to sort by; `-` first for descending. */
type SortKey<Sort extends string> = Sort | `-${Sort}`

/** The rules of a list call: sort keys, filters with a schema for their values, and the fields that `q` searches. */
export interface ListRules<Sort extends string = string, Filter extends string = string> {
  readonly sort: readonly Sort[]
  /** Default sort, e.g. `name`, `-lastSeenAt` or `-demandCount,createdAt`. */
  readonly defaultSort: SortKey<Sort> | `${SortKey<Sort>},${SortKey<Sort>}` | `${SortKey<Sort>},${SortKey<Sort>},${SortKey<Sort>}`
  readonly filter: Readonly<Record<Filter, Schema<string>>>
  readonly search: readonly string[]
}

/** A field of the row that counts the users of the row, or is true when there are any. */
export interface UsageField {
  readonly field: string
  readonly nouns?: { readonly one: string; readonly many: string }
  /** The rows that use it cannot use another row instead, so it cannot be deleted. */
  readonly lasting?: true
}

/** The declaration of a resource; console and server both derive their behaviour from it. */
export interface Resource<
  Name extends string = string,
  Row extends AnyObject = AnyObject,
  Draft extends AnyObject = AnyObject,
  Sort extends string = string,
  Filter extends string = string,
> {
  /** Singular PascalCase noun: names endpoints, hooks, cache tags and OpenAPI schemas. */
  readonly name: Name
  /** Nouns for sentences, lower case: "gateway", "gateways". */
  readonly nouns: { readonly one: string; readonly many: string }
  /** Collection path below the API's origin, e.g. `/api/v1/sensors`. Its last segment is the table's name. */
  readonly path: string
  /** Path of the list where it differs from `path`. */
  readonly listPath: string
  /** Where POST goes: `/sensors/register` or `/plants`. */
  readonly createAt: 'register' | 'collection'
  /** Where PUT goes: `/gateways/{id}`, or `/sensors` with the id in the body. */
  readonly updateAt: 'item' | 'collection'
  /** The supported calls. */
  readonly ops: readonly Operation[]
  /** The writable fields: validates the form and the request body. */
  readonly draft: ObjectSchema<Draft>
  /** The API's answer: the draft's fields, identity, and derived fields. */
  readonly row: ObjectSchema<Row>
  /** The field that is the row's title. */
  readonly title: string
  /** Fields with unique values; a duplicate is a 409 `taken` that names the existing row. */
  readonly unique: readonly string[]
  /**
   * Draft fields whose combination is unique, mostly those that make up a derived title. A duplicate is a 409 `taken`; its error is on the
   * last field.
   */
  readonly uniqueTogether: readonly string[]
  /** Draft fields that cannot change after the row's creation. */
  readonly immutable: readonly string[]
  /** Draft fields that keep their value when an earlier version of the row is restored. */
  readonly keptOnRestore: readonly string[]
  /** DELETE takes `?reassignTo={id}`: rows that use this one then use that one, in the same transaction. */
  readonly reassigns: boolean
  /** POST `/{id}/preview` returns the effect of a change on the rows that use this one; see preview.ts. */
  readonly previews: boolean
  /** Fields of the row that say what prevents its deletion: a count with its nouns, or a flag without nouns. */
  readonly usedBy: readonly UsageField[]
  /**
   * A field that makes the row's deletion final when it is set, because what it refers to is deleted as well; null when every deleted row can be
   * restored.
   */
  readonly finalWith: string | null
  /**
   * GET `?q=&limit=` on this path finds rows by any of their names, the best match first, as `{ id, [title], matchedName }`; null when only
   * the list's search exists.
   */
  readonly typeaheadPath: string | null
  readonly list: ListRules<Sort, Filter>
}

/** A schema that is built when it is first used. */
type Lazy<T> = () => T

/** Builds a schema when it is first used, and caches it: a page imports the areas' declarations, and uses the schemas of a few. */
export function lazy<T>(build: () => T): Lazy<T> {
  let built: { readonly value: T } | undefined
  return () => (built ??= { value: build() }).value
}

type Spec<N extends string, R extends AnyObject, D extends AnyObject, S extends string, F extends string> = Pick<
  Resource<N, R, D, S, F>,
  'name' | 'nouns' | 'path' | 'title'
> & {
  readonly draft: Lazy<ObjectSchema<D>>
  readonly row: Lazy<ObjectSchema<R>>
  readonly list: Omit<ListRules<S, F>, 'filter'> & { readonly filter: Lazy<ListRules<S, F>['filter']> }
} & Partial<
    Pick<
      Resource,
      | 'listPath'
      | 'createAt'
      | 'updateAt'
      | 'ops'
      | 'unique'
      | 'uniqueTogether'
      | 'immutable'
      | 'keptOnRestore'
      | 'reassigns'
      | 'previews'
      | 'usedBy'
      | 'finalWith'
      | 'typeaheadPath'
    >
  >

/** Fills in the defaults of most areas, so that a declaration states only its differences. */
export function resource<
  const N extends string,
  R extends AnyObject,
  D extends AnyObject,
  const S extends string,
  const F extends string,
>(spec: Spec<N, R, D, S, F>): Resource<N, R, D, S, F> {
  const filter = lazy(spec.list.filter)
  const resource: Resource<N, R, D, S, F> = {
    listPath: spec.path,
    createAt: 'register',
    updateAt: 'item',
    ops: ['list', 'get', 'create', 'update', 'remove'],
    unique: [],
    uniqueTogether: [],
    immutable: [],
    keptOnRestore: [],
    reassigns: false,
    previews: false,
    usedBy: [],
    finalWith: null,
    typeaheadPath: null,
    ...spec,
    get draft() {
      return spec.draft()
    },
    get row() {
      return spec.row()
    },
    list: {
      ...spec.list,
      get filter() {
        return filter()
      },
    },
  }
  loaded.set(resource.name, resource)
  return resource
}

/** The resources whose modules are loaded, by name. */
const loaded = new Map<string, unknown>()

/**
 * The resource that a reference names. A contract imports the resources that it refers to, so that a screen loads only those; throws when
 * an import is missing.
 */
export function resourceNamed(name: string): Resource {
  const found = loaded.get(name)
  if (found === undefined) throw new Error(`A contract refers to ${name} and does not import it`)
  return found as Resource
}

export type RowOf<R extends Pick<Resource, 'row'>> = InferType<R['row']>
export type DraftOf<R extends Pick<Resource, 'draft'>> = InferType<R['draft']>

/** Path of the create call, e.g. `/api/v1/sensors/register`. */
export function createPath(resource: Pick<Resource, 'path' | 'createAt'>): string {
  return resource.createAt === 'register' ? `${resource.path}/register` : resource.path
}

/** Path of the update call; a collection update carries the id in its body. */
export function updatePath(resource: Pick<Resource, 'path' | 'updateAt'>, id: string): string {
  return resource.updateAt === 'item' ? itemPath(resource, id) : resource.path
}

/** Query parameter of DELETE: the row that replaces the deleted one. */
export const REASSIGN_PARAM = 'reassignTo'

/** Path of one row, e.g. `/api/v1/sensors/0192…`. */
export function itemPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${resource.path}/${encodeURIComponent(id)}`
}

/** Path of the bulk deletion, e.g. `/api/v1/sensors/bulk_delete`. */
export function bulkDeletePath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/bulk_delete`
}

/** Path of the call that previews a change, e.g. `/api/v1/humidity_groups/{id}/preview`. POST, with the body of a PUT. */
export function previewPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${itemPath(resource, id)}/preview`
}
