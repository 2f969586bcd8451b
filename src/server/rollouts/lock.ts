import sql, { empty, join, raw } from 'sql-template-tag'
import { rollouts, type Rollout, type RolloutDraft } from '../../contract/rollouts'
import { audit, type Actor, type AuditEntry } from '../activity/audit'
import { columnName, readRow, type Row } from '../crud/table'
import type { Queryable } from '../db/database'

/** A rollout that this transaction has locked. */
export interface LockedRollout extends RolloutDraft, Pick<Rollout, 'id' | 'status'> {
  readonly requestedById: string | null
  readonly firmwareTitle: string
  readonly firmwareStatus: string
  /** Its start time has passed. */
  readonly isDue: boolean
  /** It waits for a second administrator's approval. */
  readonly isApprovalPending: boolean
  /** The current time is within its daily window. */
  readonly isOpen: boolean
}

const columns = join(
  ['id', 'status', 'requestedById', ...Object.keys(rollouts.draft.fields)].map((field) =>
    raw(`r.${columnName(field)} as "${field}"`),
  ),
)

/** Locks a rollout; null when it does not exist, or, with `skipLocked`, when another transaction holds it. */
export async function lockRollout(
  tx: Queryable,
  id: string,
  { skipLocked }: { readonly skipLocked: boolean },
): Promise<LockedRollout | null> {
  const { rows } = await tx.query<LockedRollout>(sql`
    select ${columns}, f.title as "firmwareTitle", f.status as "firmwareStatus",
      coalesce(r.start_at <= now(), true) as "isDue",
      r.needs_approval and r.approved_at is null as "isApprovalPending",
      quiet_until(r.window_to, r.window_from, r.zone, now()) is null as "isOpen"
    from rollouts r join gateway_firmwares f on f.id = r.firmware_id
    where r.id = ${id} for update of r ${skipLocked ? sql`skip locked` : empty}`)
  return rows[0] ?? null
}

/** Who changes a rollout: an administrator, or the server itself. */
export type Mover = Pick<Actor, 'requestId'> & Pick<AuditEntry, 'userId'>

/** Counters that change with every gateway; in the log they would hide what happened to the rollout itself. */
const counted = ['groups', 'gatewaysCount', 'waitingCount', 'assignedCount', 'succeededCount', 'failedCount', 'skippedCount']

/** Logs an action on a rollout with the row before and after; returns the row after. */
export async function auditAction(tx: Queryable, before: Row, action: string, actor: Mover): Promise<Row> {
  const after = await readRow(tx, rollouts, before.id)
  const entry = { ...actor, action, subject: rollouts.name, subjectId: before.id }
  await audit(tx, { ...entry, before: snapshotOf(before), after: snapshotOf(after) })
  return after
}

function snapshotOf(row: Row): object {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !counted.includes(field)))
}
