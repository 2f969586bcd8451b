import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import type { AnyObject } from 'yup'
import type { Resource } from '../../contract/resource'
import { audit, type Actor } from '../activity/audit'
import type { Database, Queryable, Transaction } from '../db/database'
import { matches, runOnce, type IdempotentRequest } from '../http/conditions'
import { invalid, isProblemError, refusal, type ProblemError } from '../http/problems'
import { isRecord, jsonObject, validated } from '../http/body'
import { writeClash } from './clashes'
import type { AreaHooks } from './hooks'
import { notFound, readRow, insertRow, lockRows, updateRows, type Row } from './table'

/** What a resource's writes need. */
export interface Writer {
  readonly db: Database
  readonly resource: Resource
  readonly hooks: AreaHooks
}

/** Creates a row from a request's body; a repeated request creates it once. */
export async function createRow(writer: Writer, body: unknown, actor: Actor, request: IdempotentRequest | null): Promise<Row> {
  const { db, resource, hooks } = writer
  const values = validated(resource.draft, body)
  try {
    return await db.transaction((tx) => runOnce(tx, request, () => insertInto(tx, { resource, hooks }, values, actor)))
  } catch (error) {
    throw await writeClash(db, resource, values, error)
  }
}

/** Creates a row of validated values, within the caller's transaction; returns it. */
export async function insertInto(
  tx: Queryable,
  { resource, hooks }: Omit<Writer, 'db'>,
  values: AnyObject,
  actor: Actor,
): Promise<Row> {
  const id = await addRow(tx, { resource, hooks }, values, actor)
  const after = await readRow(tx, resource, id)
  await audit(tx, { ...actor, action: 'created', subject: resource.name, subjectId: id, after })
  return after
}

/** Like `insertInto`, but neither reads the row back nor logs it, so that bulk callers do both at once; returns its id. */
export async function addRow(
  tx: Queryable,
  { resource, hooks }: Omit<Writer, 'db'>,
  values: AnyObject,
  actor: Actor,
): Promise<string> {
  const more = await hooks.check?.(tx, values, null, actor)
  const id = newId()
  await insertRow(tx, resource, id, columnsOf(hooks, { ...values, ...more }))
  await hooks.storedElsewhere?.write(tx, id, values)
  return id
}

/**
 * Changes a row: omitted fields keep their value, null clears one. Throws 412 with the current row when `ifMatch` names another version;
 * the second of two concurrent saves waits for the first and then fails this way. An unchanged row gets no new version and no log entry.
 */
export async function changeRow(
  writer: Writer,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
  actor: Actor,
  parts?: OmittedParts,
): Promise<Row> {
  const { db, resource, hooks } = writer
  let values: AnyObject = {}
  const work = async (tx: Transaction) => {
    await lockFresh(tx, resource, id, ifMatch)
    const before = await readRow(tx, resource, id)
    values = merged(resource, before, body, parts)
    if (Object.entries(values).every(([field, value]) => same(value, before[field]))) return before
    const more = await hooks.check?.(tx, values, before, actor)
    await updateRows(tx, resource, [id], columnsOf(hooks, { ...values, ...more }))
    await hooks.storedElsewhere?.write(tx, id, values)
    if (hooks.derivedData?.dependsOn.some((field) => values[field] !== before[field]) === true)
      await hooks.derivedData.recompute(tx, [id])
    const after = await readRow(tx, resource, id)
    await audit(tx, { ...actor, action: 'updated', subject: resource.name, subjectId: id, before, after })
    return after
  }
  return runChange({ db, resource }, id, work, (error) => writeClash(db, resource, values, error))
}

/**
 * Runs the transaction that changes a row. A 412 of `lockFresh` gets the current row, read after the transaction, or becomes a 404 when the
 * row is deleted; `translated` turns any other error into the one to throw.
 */
export async function runChange<Result>(
  { db, resource }: Pick<Writer, 'db' | 'resource'>,
  id: string,
  work: (tx: Transaction) => Promise<Result>,
  translated: (error: unknown) => unknown = (error) => error,
): Promise<Result> {
  try {
    return await db.transaction(work)
  } catch (error) {
    const isStale = isProblemError(error) && error.problemCode === 'stale'
    throw isStale ? stale(resource, await readRow(db, resource, id)) : await translated(error)
  }
}

/** Locks the row if If-Match names its version; otherwise throws 404 or 412. Runs one short query only: others may wait for this lock. */
export async function lockFresh(tx: Queryable, resource: Resource, id: string, ifMatch: string | undefined): Promise<void> {
  const [row] = await lockRows(tx, resource, [id])
  if (row === undefined) throw notFound(resource)
  if (!matches(ifMatch, row)) throw stale(resource)
}

/** The 412 for a row whose version is not the one that the client read; `now` is the current row. */
export function stale({ nouns }: Pick<Resource, 'nouns'>, now?: Row): ProblemError {
  return refusal(412, 'stale', `Someone else changed this ${nouns.one} in the meantime`, now && { result: now })
}

/** The fields that are columns of the table. */
export function columnsOf({ storedElsewhere }: AreaHooks, values: AnyObject): AnyObject {
  return Object.fromEntries(Object.entries(values).filter(([field]) => storedElsewhere?.fields.includes(field) !== true))
}

/** Merges objects: omitted parts keep their value. */
function withRest(current: unknown, sent: unknown): unknown {
  if (!isRecord(current) || !isRecord(sent)) return sent
  return {
    ...current,
    ...Object.fromEntries(Object.entries(sent).map(([part, value]) => [part, withRest(current[part], value)])),
  }
}

/** Whether two values of a field are equal, in whatever key order the database returns objects. */
export function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** What becomes of the omitted parts of an object that is sent. */
type OmittedParts = 'kept' | 'dropped'

/** Merges a change into the row's draft and validates the whole; throws 422. */
export function merged(resource: Resource, before: Row, body: unknown, parts: OmittedParts = 'kept'): AnyObject {
  const current = Object.fromEntries(Object.keys(resource.draft.fields).map((field) => [field, before[field]]))
  const sent = Object.entries(jsonObject(body)).map(([field, value]) => [
    field,
    parts === 'kept' ? withRest(current[field], value) : value,
  ])
  const values = validated(resource.draft, { ...current, ...Object.fromEntries(sent) })
  const changed = resource.immutable.filter((field) => values[field] !== before[field])
  if (changed.length > 0) throw invalid(new Map(changed.map((field) => [field, 'This field cannot be changed'])))
  return values
}
