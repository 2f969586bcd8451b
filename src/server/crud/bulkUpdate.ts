import type { AnyObject } from 'yup'
import { bulkUpdateBody, type BulkChange, type BulkFailure, type BulkUpdateOutcome } from '../../contract/bulk'
import type { Resource } from '../../contract/resource'
import { audit, type Actor } from '../activity/audit'
import type { Queryable, Transaction } from '../db/database'
import type { IdempotentRequest } from '../http/conditions'
import { isRecord, jsonObject, validated } from '../http/body'
import { failureOf, inBatches, togetherOrAlone } from './batches'
import { targetIdsOnce } from './bulk'
import { writeClash } from './clashes'
import { findRows, lockRows, notFound, updateRows, type Row, type Values } from './table'
import { columnsOf, merged, same, stale, type Writer } from './write'

/** The fields to set in one row; with `version`, only if the row still has it. */
interface RowChange {
  readonly id: string
  readonly version?: number
  readonly set: Values
}

/**
 * Sets fields of many rows and continues past those that fail; throws 409 `count_changed` when a filter no longer matches `expectedCount`
 * rows. A repeated request changes the rows that are left of the first one, and gets the answer for all.
 */
export async function bulkUpdate(
  writer: Writer,
  body: unknown,
  actor: Actor,
  request: IdempotentRequest | null,
): Promise<BulkUpdateOutcome> {
  const changes = await readChanges(writer, body, request)
  const outcomes = await inBatches(writer.db, changes, request, (tx, batch) => updateBatch(writer, tx, batch, actor))
  return {
    done: outcomes.reduce((sum, { done }) => sum + done, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    changed: outcomes.flatMap(({ changed }) => changed),
  }
}

async function readChanges(writer: Writer, body: unknown, request: IdempotentRequest | null): Promise<RowChange[]> {
  const { resource } = writer
  const { changes, set = {}, ...target } = validated(bulkUpdateBody(resource), body)
  const input = jsonObject(body)
  if (changes !== undefined) {
    const sets = (input['changes'] as { set: object }[]).map((change) => change.set)
    const each = changes.map(({ id, version, set }, at) => ({ id, version, set: onlySent(set, sets[at]) }))
    return [...new Map(each.map((change) => [change.id, change])).values()]
  }
  const ids = await targetIdsOnce(writer, target, 'nothing was changed', request)
  const values = onlySent(set, input['set'])
  return ids.map((id) => ({ id, set: values }))
}

/** Keeps only the parts that were sent: the schema's cast adds an empty object for each missing one, which would clear it in the rows. */
function onlySent(cast: AnyObject, input: unknown): Values {
  return Object.fromEntries(
    Object.entries(jsonObject(input)).map(([part, sent]) => {
      const value: unknown = cast[part]
      return [part, isRecord(value) && isRecord(sent) ? onlySent(value, sent) : value]
    }),
  )
}

async function updateBatch(
  writer: Writer,
  tx: Transaction,
  batch: readonly RowChange[],
  actor: Actor,
): Promise<BulkUpdateOutcome[]> {
  const { resource } = writer
  const ids = batch.map(({ id }) => id)
  // Locks all rows in one statement, in one order, so that two calls cannot deadlock.
  await lockRows(tx, resource, ids)
  return togetherOrAlone(
    tx,
    batch,
    (changes) => updateAll(writer, tx, changes, actor),
    async ({ id, set }, error) => ({
      done: 0,
      failed: [failureOf(id, await writeClash(tx, resource, set, error))],
      changed: [],
    }),
  )
}

/** A row that changes, with its new values. */
interface Due {
  readonly before: Row
  readonly values: Values
}

async function updateAll(writer: Writer, tx: Queryable, batch: readonly RowChange[], actor: Actor): Promise<BulkUpdateOutcome> {
  const { resource, hooks } = writer
  const ids = batch.map(({ id }) => id)
  const rows = new Map((await findRows(tx, resource, ids)).map((row) => [row.id, row]))
  const failed: BulkFailure[] = []
  const due: Due[] = []
  for (const one of batch) {
    const before = rows.get(one.id)
    const whole = before === undefined ? notFound(resource) : wholeOf(resource, before, one)
    if (before === undefined || whole instanceof Error) failed.push(failureOf(one.id, whole))
    else if (Object.keys(one.set).some((field) => !same(whole[field], before[field]))) {
      const values = Object.fromEntries(Object.keys(one.set).map((field) => [field, whole[field]]))
      due.push({ before, values })
      // Writes each row before judging the next: rules may read other rows, also those of this batch.
      if (hooks.check !== undefined) {
        const more = await hooks.check(tx, whole, before, actor)
        await updateRows(tx, resource, [before.id], { ...columnsOf(hooks, values), ...more })
      }
    }
  }
  if (hooks.check === undefined) await writeAlike(writer, tx, due)
  await updateDependents(writer, tx, due)
  const after = await findRows(
    tx,
    resource,
    due.map(({ before }) => before.id),
  )
  const changed = await audited(tx, resource, due, new Map(after.map((row) => [row.id, row])), actor)
  return { done: batch.length - failed.length, failed, changed }
}

/** The complete draft after the change, or the error that refuses it. */
function wholeOf(resource: Resource, before: Row, { version, set }: RowChange): AnyObject | Error {
  if (version !== undefined && version !== before.version) return stale(resource)
  try {
    return merged(resource, before, set, version === undefined ? 'kept' : 'dropped')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** Writes rows without a `check` hook; one statement for all rows that get the same values. */
async function writeAlike({ resource, hooks }: Writer, tx: Queryable, due: readonly Due[]): Promise<void> {
  const alike = new Map<string, { readonly columns: Values; readonly ids: string[] }>()
  for (const { before, values } of due) {
    const columns = columnsOf(hooks, values)
    const { ids } = alike.get(JSON.stringify(columns)) ?? { ids: [] }
    alike.set(JSON.stringify(columns), { columns, ids: [...ids, before.id] })
  }
  for (const { columns, ids } of alike.values()) await updateRows(tx, resource, ids, columns)
}

/** Runs the `storedElsewhere` and `derivedData` hooks of written rows. */
async function updateDependents({ hooks }: Writer, tx: Queryable, due: readonly Due[]): Promise<void> {
  for (const { before, values } of due)
    if (hooks.storedElsewhere?.fields.some((field) => field in values) === true)
      await hooks.storedElsewhere.write(tx, before.id, { ...before, ...values })
  const followed = due.filter(({ values }) => hooks.derivedData?.dependsOn.some((field) => field in values) === true)
  if (followed.length > 0) {
    const ids = followed.map(({ before }) => before.id)
    await hooks.derivedData?.recompute(tx, ids)
  }
}

/** Logs every change; returns the changes with the fields' old values. */
async function audited(
  tx: Queryable,
  resource: Resource,
  due: readonly Due[],
  rows: ReadonlyMap<string, Row>,
  actor: Actor,
): Promise<BulkChange[]> {
  const changes = due.flatMap(({ before, values }) => {
    const after = rows.get(before.id)
    return after === undefined ? [] : [{ before, after, fields: Object.keys(values) }]
  })
  await audit(
    tx,
    ...changes.map(({ before, after }) => ({
      ...actor,
      action: 'updated',
      subject: resource.name,
      subjectId: after.id,
      before,
      after,
    })),
  )
  return changes.map(({ before, after, fields }) => ({
    id: after.id,
    version: after.version,
    before: Object.fromEntries(fields.map((field) => [field, before[field]])),
  }))
}
