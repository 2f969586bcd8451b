import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { plants } from '../../contract/plants'
import {
  TROUBLESHOOTS_MAX,
  UPSERT_PATH,
  upsertBody,
  upsertItem,
  type UpsertBody,
  type UpsertItem,
} from '../../contract/troubleshootCalls'
import { troubleshoots } from '../../contract/troubleshoots'
import { audit, type Actor } from '../activity/audit'
import { writeClash } from '../crud/clashes'
import { rowOf, tagOf } from '../crud/document'
import { actorOf } from '../auth/guard'
import { removeLocked } from '../crud/remove'
import { findRow, findRows, lockRows, updateRows, type Row } from '../crud/table'
import { insertInto, merged, same } from '../crud/write'
import type { Database, Queryable } from '../db/database'
import { documented, resultOf } from '../http/openapi'
import { invalid, placed, refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { troubleshootHooks } from './troubleshoots'

type Removed = NonNullable<UpsertBody['removed']>

const writer = { resource: troubleshoots, hooks: troubleshootHooks }

/** PUT /api/v1/troubleshoots/upsert. */
export function troubleshootRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: tagOf(troubleshoots),
    summary: 'Change, create and remove several troubleshoots of one plant',
    body: {
      anyOf: [{ type: 'array', minItems: 1, maxItems: TROUBLESHOOTS_MAX, items: jsonSchema(upsertItem) }, jsonSchema(upsertBody)],
    },
    answers: { 200: resultOf({ type: 'array', items: rowOf(troubleshoots) }) },
  })
  app.put(UPSERT_PATH, { schema }, (request) => upsert(db, request.body, actorOf(request)).then((result) => ({ result })))
}

/**
 * Removes and upserts all rows of the body in one transaction; errors name the row by its index: `[2].cause`, `removed[0].id`. Returns the
 * upserted rows in their order.
 */
async function upsert(db: Database, body: unknown, actor: Actor): Promise<Row[]> {
  const { rows, removed = [] } = readBody(body)
  let at = 0
  try {
    return await db.transaction(async (tx) => {
      const plantId = rows[0]?.plantId ?? (await plantOf(tx, removed))
      if (plantId === undefined) return []
      await holdPlant(tx, plantId)
      await remove(tx, removed, plantId, actor)
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

/** Validates the body; errors contain the index. */
function readBody(body: unknown): UpsertBody {
  try {
    return validated(upsertBody, Array.isArray(body) ? { rows: body } : body)
  } catch (error) {
    throw placed(error, (path) => path.replace(/^rows\[/, '['))
  }
}

/** The plant of the first of these rows that exists. */
async function plantOf(tx: Queryable, removed: Removed): Promise<string | undefined> {
  const [row] = await findRows(tx, troubleshoots, idsOf(removed))
  return row === undefined ? undefined : String(row['plantId'])
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

/** Removes the rows of the held plant that still exist. */
async function remove(tx: Queryable, removed: Removed, plantId: string, actor: Actor): Promise<void> {
  const rows = await findRows(tx, troubleshoots, idsOf(removed))
  for (const [at, { id, version }] of removed.entries()) {
    const before = rows.find((row) => row.id === id)
    if (before !== undefined && before['plantId'] !== plantId) throw noneOfPlant(`removed[${at}].id`)
    if (before !== undefined) requireVersion(before, version)
  }
  await removeLocked(writer, tx, idsOf(rows), actor)
}

async function upsertOne(tx: Queryable, item: Partial<UpsertItem>, at: number, actor: Actor): Promise<string> {
  const { id, version, ...values } = item
  const known = id ?? (await sameProblem(tx, values))
  if (known === undefined) return (await insertInto(tx, writer, values, actor)).id
  const [before] = await findRows(tx, troubleshoots, [known])
  if (before === undefined || before['plantId'] !== values.plantId) throw noneOfPlant(`[${at}].id`)
  requireVersion(before, version)
  const changed = merged(troubleshoots, before, values)
  if (Object.keys(changed).every((field) => same(changed[field], before[field]))) return known
  await updateRows(tx, troubleshoots, [known], changed)
  const after = await findRow(tx, troubleshoots, known)
  await audit(tx, { ...actor, action: 'updated', subject: troubleshoots.name, subjectId: known, before, after })
  return known
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

function noneOfPlant(path: string): Error {
  return invalid(new Map([[path, 'There is no such troubleshoot of this plant']]))
}

/** Throws 412 with the current row when a version is given and is not its own. */
function requireVersion(before: Row, version: number | undefined): void {
  if (version === undefined || version === before.version) return
  throw refusal(412, 'stale', 'Someone else changed one of these troubleshoots in the meantime', { result: before })
}

/** Finds the id of the row with this symptom and cause. */
async function sameProblem(tx: Queryable, { plantId, symptom, cause }: Partial<UpsertItem>): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from troubleshoots
    where plant_id = ${plantId} and folded(symptom) = folded(${symptom}) and folded(cause) = folded(${cause})`)
  return rows[0]?.id
}
