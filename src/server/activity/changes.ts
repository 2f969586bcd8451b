import sql from 'sql-template-tag'
import { isDeepStrictEqual } from 'node:util'
import type { SchemaFieldDescription } from 'yup'
import { resources } from '../../contract/index'
import type { ActivityEntry } from '../../contract/activity'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { tableOf } from '../crud/table'

/** A snapshot of a row in the audit log: all of its fields, or the changed ones. */
export type Snapshot = Readonly<Record<string, unknown>>

interface LoggedChange {
  readonly action: string
  readonly subject: string
  readonly subjectId: string | null
  readonly before: Snapshot | null
  readonly after: Snapshot | null
}

/** What the activity shows of an entry's row. */
type Changes = Pick<ActivityEntry, 'title' | 'changes' | 'details' | 'restorable'>

/** Fields that change with every write, or that the entry itself has. */
const unlisted = new Set(['id', 'version', 'createdAt', 'updatedAt'])
/** Fields outside the draft that calls of their own write, such as a user's names. */
const decided = new Set([
  'status',
  'statusReason',
  'note',
  'snoozedUntil',
  'firstName',
  'lastName',
  'reviewerId',
  'publishedPlantId',
])
const byName = new Map(resources.map((resource): [string, Resource] => [resource.name, resource as unknown as Resource]))

/** Computes the changed fields of an entry's row; references become row names. `names` comes from `namesIn`. */
export function changesOf(
  { action, subject, subjectId, before, after }: LoggedChange,
  names: ReadonlyMap<string, string>,
): Changes {
  const resource = byName.get(subject)
  const then = { ...before, ...after }
  // A subject without a resource, such as a session, has no fields to compare, and its details are not secret.
  if (resource === undefined) return { title: null, changes: [], details: after ?? {}, restorable: false }
  const title = textOf(then[resource.title]) ?? (subjectId === null ? null : (names.get(subjectId) ?? null))
  const restorable = after !== null && isWhole(after) && resource.ops.includes('update')
  // Creations and deletions list no changes.
  if (before === null || after === null) return { title: title ?? textOf(then['email']), changes: [], details: {}, restorable }
  const changes = Object.keys(after)
    .filter((field) => isListed(resource, field) && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: named(resource, field, before, names), to: named(resource, field, after, names) }))
  const hasDraft = changes.length === 0 || changes.some(({ field }) => field in resource.draft.fields)
  return { title, changes, details: reasonIn(resource, after), restorable: restorable && hasDraft && action !== 'restored' }
}

/** The reason that was given for a change and is no field of the row, such as that of a firmware's assignment. */
function reasonIn({ row }: Resource, { reason }: Snapshot): { reason?: string } {
  return typeof reason === 'string' && !('reason' in row.fields) ? { reason } : {}
}

/** Whether a snapshot has all fields of its row. */
export function isWhole(snapshot: Snapshot): boolean {
  return 'createdAt' in snapshot
}

/** Whether a field is the row's own; derived fields change without it. */
function isListed({ draft, row }: Resource, field: string): boolean {
  if (unlisted.has(field)) return false
  return field in draft.fields || (field in row.fields && decided.has(field))
}

/**
 * Replaces a reference by its row's name: as stored beside it, as it is now or was at the row's deletion, or its id; and a secret address by its
 * host. The log keeps the address, as the row does: restoring needs it.
 */
function named(resource: Resource, field: string, snapshot: Snapshot, names: ReadonlyMap<string, string>): unknown {
  const value = snapshot[field] ?? null
  const described = describedIn(resource, field)
  if (typeof value === 'string' && metaOf(described)['secret'] === true) return value.replace(/^(https?:\/\/[^/?#]+).*$/, '$1/…')
  const beside = snapshot[nameField(field)]
  if (value !== null && beside !== undefined && beside !== null) return beside
  return mapReferences(described, value, (_target, id) => names.get(id) ?? id)
}

/** The field that stores a reference's name beside it: `gatewayId` → `gatewayName`. A field that is none has no other field beside it. */
function nameField(field: string): string {
  return /Ids?$/.test(field) ? field.replace(/Id(s?)$/, 'Name$1') : ''
}

/** A field's value, also that of a list or of an object's parts, with each reference replaced by what `map` returns. */
function mapReferences(
  described: SchemaFieldDescription | undefined,
  value: unknown,
  map: (target: Resource, id: string) => unknown,
): unknown {
  if (described === undefined) return value
  if (Array.isArray(value)) return value.map((one: unknown) => mapReferences(innerOf(described), one, map))
  if ('fields' in described && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]: [string, unknown]) => [name, mapReferences(described.fields[name], part, map)]),
    )
  const target = byName.get(referenceOf(described))
  return target !== undefined && typeof value === 'string' ? map(target, value) : value
}

/**
 * Reads the names, by id, of rows that these entries mention without a name, with one query per resource: as they are now, or were at the
 * row's deletion.
 */
export async function namesIn(db: Queryable, entries: readonly LoggedChange[]): Promise<ReadonlyMap<string, string>> {
  const idsByResource = new Map<Resource, Set<string>>()
  const want = (resource: Resource, id: string) => {
    idsByResource.set(resource, (idsByResource.get(resource) ?? new Set()).add(id))
  }
  for (const { subject, subjectId, before, after } of entries) {
    const resource = byName.get(subject)
    if (resource === undefined) continue
    if (subjectId !== null && !(resource.title in { ...before, ...after })) want(resource, subjectId)
    for (const snapshot of [before, after])
      for (const [field, value] of Object.entries(snapshot ?? {}))
        if (isListed(resource, field) && snapshot?.[nameField(field)] === undefined)
          mapReferences(describedIn(resource, field), value, want)
  }
  const names = new Map<string, string>()
  for (const [resource, ids] of idsByResource) {
    const { view, column } = tableOf(resource)
    const { rows } = await db.query<{ id: string; name: string }>(sql`
      select wanted.id, coalesce(${column(resource.title)}, name_of_deleted(${resource.name}, wanted.id)) as name
      from unnest(${[...ids]}::uuid[]) as wanted (id) left join ${view} v on v.id = wanted.id`)
    for (const { id, name } of rows) if (name !== id) names.set(id, name)
  }
  return names
}

/** Cached, because every field of every entry is looked up and schemas never change. */
const descriptions = new WeakMap<object, SchemaFieldDescription>()

function describedIn({ row }: Resource, field: string): SchemaFieldDescription | undefined {
  const schema = row.fields[field]
  if (schema === undefined) return undefined
  const described = descriptions.get(schema) ?? schema.describe()
  descriptions.set(schema, described)
  return described
}

function innerOf(field: SchemaFieldDescription): SchemaFieldDescription | undefined {
  const inner = 'innerType' in field ? field.innerType : undefined
  return Array.isArray(inner) ? inner[0] : inner
}

function referenceOf(field: SchemaFieldDescription | undefined): string {
  const { reference } = metaOf(field)
  return typeof reference === 'string' ? reference : ''
}

function metaOf(field: SchemaFieldDescription | undefined): Readonly<Record<string, unknown>> {
  return (field !== undefined && 'meta' in field && (field.meta as Record<string, unknown> | undefined)) || {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
