import sql, { type Sql } from 'sql-template-tag'
import { alertMovesFrom, movedAlert, type AlertEvent } from '../../../machines/alertMachine'
import type { AlertMove } from '../../contract/alertCalls'
import { alerts, type AlertStatus } from '../../contract/alerts'
import type { BulkFailure, BulkOutcome } from '../../contract/bulk'
import { audit, type Actor } from '../activity/audit'
import { failureOf, inBatches } from '../crud/batches'
import { findRows, lockRows, notFound, type Row } from '../crud/table'
import type { Database, Queryable } from '../db/database'
import type { IdempotentRequest } from '../http/conditions'
import { impossible, invalid, refusal } from '../http/problems'
import { sentAgain } from './judgement'

/** An administrator's move with its parameters. Without a note the alert keeps its own; null clears it. */
export type Move =
  | { readonly type: 'acknowledge' | 'resolve'; readonly note: string | null | undefined }
  | { readonly type: 'snooze'; readonly until: string | null }

const deeds: Readonly<Record<AlertMove, string>> = { acknowledge: 'acknowledged', resolve: 'resolved', snooze: 'snoozed' }

/** Moves one alert; throws 404, 409 `illegal_move`, or 422 for a snooze that ends in the past. */
export async function moveAlert(db: Database, id: string, move: Move, now: Date, actor: Actor): Promise<Row> {
  return db.transaction(async (tx) => {
    const { failed, moved } = await moveAll(tx, [id], move, now, actor)
    const [fault] = failed
    if (fault !== undefined) throw fault.error
    const [row] = moved
    if (row === undefined) throw notFound(alerts)
    return row
  })
}

/** Moves many alerts and continues past those that cannot be moved. A repeated request moves those that are left, and gets the answer for all. */
export async function moveAlerts(
  db: Database,
  ids: readonly string[],
  move: Move,
  now: Date,
  actor: Actor,
  request: IdempotentRequest | null,
): Promise<BulkOutcome> {
  const failed = await inBatches(db, ids, request, async (tx, batch): Promise<BulkFailure[]> => {
    const outcome = await moveAll(tx, batch, move, now, actor)
    return outcome.failed.map(({ id, error }) => failureOf(id, error))
  })
  return { done: ids.length - failed.length, failed }
}

interface Outcome {
  readonly moved: readonly Row[]
  readonly failed: readonly { readonly id: string; readonly error: Error }[]
}

async function moveAll(tx: Queryable, ids: readonly string[], move: Move, now: Date, actor: Actor): Promise<Outcome> {
  await lockRows(tx, alerts, ids)
  const rows = new Map((await findRows(tx, alerts, ids)).map((row) => [row.id, row]))
  const judged = ids.map((id) => ({ id, error: faultOf(rows.get(id), move, now) }))
  const failed = judged.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]))
  const due = judged.flatMap(({ id, error }) => (error === null ? [id] : []))
  if (due.length === 0) return { moved: [], failed }
  await tx.query(sql`
    update alerts set ${changes(move, actor)}, version = version + 1, updated_at = now() where id = any(${due}::uuid[])`)
  const moved = await findRows(tx, alerts, due)
  const entries = moved.map((after) => ({ ...actor, action: deeds[move.type], subject: alerts.name, subjectId: after.id, after }))
  await audit(tx, ...entries.map((entry) => ({ ...entry, before: rows.get(entry.subjectId) })))
  return { moved, failed }
}

/** Why this move of an alert is refused; null when it is allowed. */
function faultOf(row: Row | undefined, move: Move, now: Date): Error | null {
  if (row === undefined) return notFound(alerts)
  const status = row['status'] as AlertStatus
  const event: AlertEvent = move.type === 'snooze' ? { ...move, now: now.toISOString() } : { type: move.type }
  if (movedAlert(status, event) !== null) return null
  const moves = alertMovesFrom(status)
  if (moves.includes(move.type)) throw invalid(new Map([['until', 'Until must be in the future']]))
  const others = moves.map((each) => deeds[each])
  return refusal(409, 'illegal_move', impossible('alert', status, deeds[move.type], others), { moves })
}

function changes(move: Move, { userId }: Actor): Sql {
  if (move.type === 'snooze')
    return sql`snoozed_until = ${move.until}::timestamptz,
      told_at = case when ${move.until}::timestamptz is null then told_at else ${sentAgain} end`
  const noted = move.note === undefined ? sql`note = note` : sql`note = ${move.note}`
  return move.type === 'acknowledge'
    ? sql`status = 'acknowledged', acknowledged_at = now(), acknowledged_by_id = ${userId}, ${noted}`
    : sql`status = 'resolved', resolved_at = now(), resolved_by_id = ${userId}, ${noted}`
}
