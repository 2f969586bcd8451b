import { array, number, object, type AnyObject, type InferType, type ObjectSchema, type Schema, type TestContext } from 'yup'
import { count, id, total } from './fields'
import { grouped } from './grouped'
import { TOTAL_CAP } from './list'
import { itemPath, type Resource } from './resource'

/** Maximum of ids in one call. */
export const BULK_IDS_MAX = 1000
/** Maximum of rows that a preview of a change evaluates. */
export const BULK_PREVIEW_MAX = 100
/** Seconds for which a deletion can be undone. */
export const RESTORE_WITHIN_S = 600

/** Path of the call that previews the deletion of many rows. POST, with the body of the deletion. */
export function bulkDeletePreviewPath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/bulk_delete/preview`
}

/** Path of the call that updates many rows, e.g. `/api/v1/sensors/bulk_update`. */
export function bulkUpdatePath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/bulk_update`
}

/** Path of the call that previews what a bulk update does to rows that use the updated ones; exists where the resource sets `previews`. */
export function bulkUpdatePreviewPath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/bulk_update/preview`
}

/** Path of the call that restores a deleted row, e.g. `/api/v1/sensors/{id}/restore`. POST without a body. */
export function restorePath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${itemPath(resource, id)}/restore`
}

/** Path of the call that restores an earlier version of a row; POST, with If-Match. */
export function restoreVersionPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${itemPath(resource, id)}/restore_version`
}

/** Path of the call that lists a row's own activity; GET, with the parameters of `/activity` except area and rowId. */
export function historyPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${itemPath(resource, id)}/history`
}

/** Path of the call that restores many deleted rows, e.g. `/api/v1/sensors/restore`. POST `bulkRestoreBody`. */
export function bulkRestorePath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/restore`
}

const ids = () =>
  array(id().required().label('Id'))
    .min(1, 'Send at least one id')
    .max(BULK_IDS_MAX, `A call can have at most ${grouped(BULK_IDS_MAX)} rows`)
    .label('Ids')

/** Names rows by a list's parameters. */
export const matching = () =>
  object()
    .meta({ map: 'any', description: 'List parameters by name; each value is a string or an array of strings.' })
    .label('Filter')

/** Rows by id, or all that match a list's parameters (`q` and filters, no paging), with the count that the user saw. */
const target = object({
  ids: ids(),
  filter: matching(),
  expectedCount: count(1, TOTAL_CAP).label('Expected count'),
}).noUnknown()

/** Requires exactly one way to name the rows, and a count with every filter. `ids`: the name of the body's list of ids. */
export function oneTarget(ids: string) {
  return (value: AnyObject, context: TestContext) => {
    const { [ids]: named, filter, expectedCount, changes } = value
    if ([named, filter, changes].filter((way) => way !== undefined).length !== 1)
      return context.createError({ path: ids, message: `Send either ${ids} or a filter` })
    if ((filter === undefined) !== (expectedCount === undefined))
      return context.createError({ path: 'expectedCount', message: 'Send filter and expectedCount together' })
    return true
  }
}

/** Body of a bulk call: the rows by id or by filter, and the call's own fields. */
export function bulkBody<Extra extends Record<string, Schema>>(extra: Extra) {
  return target.shape(extra).test('one-of', oneTarget('ids'))
}

/**
 * POST {path}/bulk_delete: the rows by id or by filter. When the number of rows that match the filter has changed, nothing is deleted (409
 * `count_changed`). `reassignTo`, where the resource declares it, first makes the rows that use these use that row instead. A call that repeats
 * its Idempotency-Key deletes what is left, and gets the answer for all rows.
 */
export function bulkDeleteBody({ reassigns }: Pick<Resource, 'reassigns'>) {
  const successor = id()
    .label('Successor')
    .meta({ description: 'Id of the replacement: rows that use a deleted one use it instead.' })
  return target
    .shape(reassigns ? { reassignTo: successor } : ({} as { reassignTo: typeof successor }))
    .test('one-of', oneTarget('ids'))
}

/** Answer of a bulk call. A row that fails is reported, and the call continues with the next. */
export interface BulkOutcome {
  /** Number of rows processed. */
  readonly done: number
  readonly failed: readonly BulkFailure[]
}

/** A row that failed, and why. */
export interface BulkFailure {
  readonly id: string
  readonly code: string
  readonly message: string
}

/** Answer of POST {path}/bulk_delete. */
export interface BulkDeleteOutcome extends BulkOutcome {
  /** Ids of the deleted rows that can be restored, for `RESTORE_WITHIN_S`. A backend without restore omits it. */
  readonly restorable?: readonly string[]
}

/** Answer of POST {path}/bulk_delete/preview: how many rows match, how many are in use and by whom, and how many cannot be restored. */
export const deletionPreview = object({
  total: total(),
  used: total().meta({ description: 'Number of rows that are in use. They are not deleted without `reassignTo`.' }),
  undeletable: total().meta({ description: 'Number of rows in use that cannot be deleted, not even with `reassignTo`.' }),
  final: total().meta({ description: 'Number of rows that could not be restored.' }),
  users: object().required().meta({
    map: 'number',
    description:
      'Number of uses, and of what is deleted with the rows for good, by the field that counts them, such as `sensorsCount` or `datapointsCount`.',
  }),
})
export type DeletionPreview = Omit<InferType<typeof deletionPreview>, 'users'> & {
  readonly users: Readonly<Record<string, number>>
}

/** POST {path}/restore: restores these deleted rows. */
export const bulkRestoreBody = object({ ids: ids().required() }).noUnknown()

/** Draft fields that a bulk update may set: all but the title and the unique and immutable fields. */
export function bulkFields({
  draft,
  title,
  immutable,
  unique,
  uniqueTogether,
}: Pick<Resource, 'draft' | 'title' | 'immutable' | 'unique' | 'uniqueTogether'>): string[] {
  const excluded = new Set([title, ...immutable, ...unique, ...uniqueTogether])
  return Object.keys(draft.fields).filter((field) => !excluded.has(field))
}

/** Schema of a bulk update's values: validates each by itself; the server validates them later with the other fields of each row. */
export function bulkSet(resource: Parameters<typeof bulkFields>[0]): ObjectSchema<AnyObject> {
  const { fields } = resource.draft
  const names = new Set(bulkFields(resource))
  const settable = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
  return object(settable)
    .partial()
    .label('Set')
    .test('settable', (value: AnyObject | undefined, context) => {
      if (value === undefined) return true
      const names = Object.keys(value)
      if (names.length === 0) return context.createError({ message: 'Set at least one field' })
      const other = names.find((name) => !Object.hasOwn(settable, name))
      if (other === undefined) return true
      const message = Object.hasOwn(fields, other)
        ? `${other} cannot be set in several rows at once`
        : `${other} is not a known field`
      return context.createError({ path: `${context.path}.${other}`, message })
    })
}

/**
 * POST {path}/bulk_update: the rows by id or by filter, and the fields to `set` in each; omitted fields and parts of objects keep their
 * values. Or `changes`: rows by id and version, each with its own values, which undoes an earlier bulk update; an object is then replaced as
 * a whole. 409 `count_changed` and Idempotency-Key as in bulk_delete.
 */
export function bulkUpdateBody(resource: Parameters<typeof bulkFields>[0]) {
  const set = bulkSet(resource)
  const change = object({ id: id().required(), version: number().integer().min(1).required(), set: set.required() }).noUnknown()
  return target
    .shape({
      set: set.optional().default(undefined),
      changes: array(change.required()).min(1).max(BULK_IDS_MAX).label('Changes'),
    })
    .test('one-of', oneTarget('ids'))
    .test('set', (value, context) => {
      if ((value.set === undefined) === (value.changes !== undefined)) return true
      return context.createError({
        path: 'set',
        message: value.set ? 'Send set in each change, not beside changes' : 'Set is required',
      })
    })
}

/** Answer of POST {path}/bulk_update. */
export interface BulkUpdateOutcome extends BulkOutcome {
  /** Rows with a new version, and the previous values of the fields that were set. Rows that held the new values already are not listed. */
  readonly changed: readonly BulkChange[]
}

/** A changed row's new version, and the previous values of the fields that were set. */
export interface BulkChange {
  readonly id: string
  readonly version: number
  readonly before: Readonly<Record<string, unknown>>
}

/** Whether a row's field is set: a number above 0, true, or any text. */
export function isSet(value: unknown): boolean {
  if (typeof value === 'number') return value > 0
  return typeof value === 'boolean' ? value : value !== null && value !== undefined
}

/** Whether a row could be restored after a deletion now. */
export function isRestorable({ finalWith }: Pick<Resource, 'finalWith'>, row: Readonly<Record<string, unknown>>): boolean {
  return finalWith === null || !isSet(row[finalWith])
}
