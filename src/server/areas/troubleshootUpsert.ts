import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { plants } from '../../contract/plants'
import { TROUBLESHOOTS_MAX, UPSERT_PATH, upsertBody, upsertItem, type UpsertItem } from '../../contract/troubleshootCalls'
import { troubleshoots } from '../../contract/troubleshoots'
import { audit, type Actor } from '../activity/audit'
import { writeClash } from '../crud/clashes'
import { actorOf } from '../auth/guard'
import { findRow, findRows, lockRows, updateRow, type Row } from '../crud/table'
import { insertInto, merged } from '../crud/write'
import type { Database, Queryable } from '../db/database'
import { documented, resultOf } from '../http/openapi'
import { invalid, isProblemError, refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { troubleshootHooks } from './troubleshoots'

/** PUT /api/v1/troubleshoots/upsert. */
export function troubleshootRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: 'Troubleshoots',
    summary: 'Change and create several troubleshoots of one plant',
    body: { type: 'array', minItems: 1, maxItems: TROUBLESHOOTS_MAX, items: jsonSchema(upsertItem) },
    answers: { 200: resultOf({ type: 'array', items: { $ref: 'Troubleshoot#' } }) },
  })
  app.put(UPSERT_PATH, { schema }, (request) => upsert(db, request.body, actorOf(request)).then((result) => ({ result })))
}

/** Upserts all rows of the body in one transaction; errors name the row by its index: `[2].cause`. Returns the rows in their order. */
async function upsert(db: Database, body: unknown, actor: Actor): Promise<Row[]> {
  const rows = readRows(body)
  let at = 0
  try {
    return await db.transaction(async (tx) => {
      await holdPlant(tx, rows[0]?.plantId ?? '')
      const ids: string[] = []
      for (at = 0; at < rows.length; at++) ids.push(await upsertOne(tx, rows[at] ?? {}, at, actor))
      const saved = new Map((await findRows(tx, troubleshoots, ids)).map((row) => [row.id, row]))
      return ids.flatMap((id) => saved.get(id) ?? [])
    })
  } catch (error) {
    const clash = await writeClash(db, troubleshoots, rows[at] ?? {}, error)
    throw clash === error ? error : placed(clash, (field) => `[${at}].${field}`)
  }
}

/** Validates the body, an array; errors contain the index. */
function readRows(body: unknown): readonly UpsertItem[] {
  if (!Array.isArray(body)) throw invalid(new Map([['', 'The body must be a JSON array']]))
  try {
    return validated(upsertBody, { rows: body }).rows
  } catch (error) {
    throw placed(error, (path) => path.replace(/^rows/, ''))
  }
}

/**
 * Locks the plant, so that two concurrent saves do not both find that a troubleshoot is missing; and its troubleshoots, so that no other
 * call changes them once they are read.
 */
async function holdPlant(tx: Queryable, plantId: string): Promise<void> {
  const held = await lockRows(tx, plants, [plantId])
  if (held.length === 0) throw invalid(new Map([['[0].plantId', 'Plant does not exist']]))
  await tx.query(sql`select from troubleshoots where plant_id = ${plantId} order by id for update`)
}

async function upsertOne(tx: Queryable, item: Partial<UpsertItem>, at: number, actor: Actor): Promise<string> {
  const { id, version, ...values } = item
  const known = id ?? (await sameProblem(tx, values))
  if (known === undefined) return (await insertInto(tx, { resource: troubleshoots, hooks: troubleshootHooks }, values, actor)).id
  const [before] = await findRows(tx, troubleshoots, [known])
  if (before === undefined || before['plantId'] !== values.plantId)
    throw invalid(new Map([[`[${at}].id`, 'There is no such troubleshoot of this plant']]))
  if (version !== undefined && version !== before.version)
    throw refusal(412, 'stale', 'Someone else changed one of these troubleshoots in the meantime', { result: before })
  const changed = merged(troubleshoots, before, values)
  if (Object.keys(changed).every((field) => same(changed[field], before[field]))) return known
  await updateRow(tx, troubleshoots, known, changed)
  const after = await findRow(tx, troubleshoots, known)
  await audit(tx, { ...actor, action: 'updated', subject: troubleshoots.name, subjectId: known, before, after })
  return known
}

/** Finds the id of the row with this symptom and cause. */
async function sameProblem(tx: Queryable, { plantId, symptom, cause }: Partial<UpsertItem>): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from troubleshoots
    where plant_id = ${plantId} and folded(symptom) = folded(${symptom}) and folded(cause) = folded(${cause})`)
  return rows[0]?.id
}

/** Rewrites the field paths of a refusal. */
function placed(error: unknown, path: (field: string) => string): unknown {
  if (!isProblemError(error) || error.details.fields === undefined) return error
  const fields = Object.fromEntries(Object.entries(error.details.fields).map(([field, sentence]) => [path(field), sentence]))
  return refusal(error.statusCode, error.problemCode, error.message, { ...error.details, fields })
}

/** Whether two values are stored alike, whatever the key order. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
