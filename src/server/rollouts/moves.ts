import sql from 'sql-template-tag'
import { movedRollout, rolloutMovesFrom, type RolloutEvent } from '../../../machines/rolloutMachine'
import type { RolloutMove } from '../../contract/rolloutCalls'
import { rollouts } from '../../contract/rollouts'
import { assignable } from '../areas/gatewayFirmwareAssign'
import type { Actor } from '../activity/audit'
import { notFound, readRow, type Row } from '../crud/table'
import type { Database, Queryable } from '../db/database'
import { impossible, refusal, type ProblemError } from '../http/problems'
import { begin, noCanary } from './begin'
import { lockRollout, auditAction, type LockedRollout } from './lock'
import { setStatus } from './judge'
import { stop } from './stop'
import { NO_CANARY_LEFT } from './verdict'

/** An administrator's move with its parameters. */
interface Move {
  readonly type: RolloutMove
  readonly reason: string | null
  readonly takeBack: boolean
  /** Whether a second administrator must approve a started rollout. */
  readonly needsApproval: boolean
}

const deeds: Readonly<Record<RolloutMove, string>> = {
  start: 'started',
  approve: 'approved',
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
  retry: 'retried',
}

/** Moves a rollout; throws 404, 409 `illegal_move`, or 409 `conflict` when there is no gateway to update. */
export function moveRollout(db: Database, id: string, move: Move, actor: Actor): Promise<Row> {
  return db.transaction(async (tx) => {
    const rollout = await lockRollout(tx, id, { skipLocked: false })
    if (rollout === null) throw notFound(rollouts)
    const before = await readRow(tx, rollouts, id)
    const event = eventOf(rollout, before, move, actor)
    const status = movedRollout(rollout.status, event)
    if (status === null) throw illegal(rollout, event)
    await changes[move.type](tx, rollout, { ...move, actor, isAtOnce: status === 'running' })
    const action = move.type === 'start' && status === 'scheduled' ? 'scheduled' : deeds[move.type]
    return auditAction(tx, before, action, actor)
  })
}

function eventOf(rollout: LockedRollout, { failedCount }: Row, { type, needsApproval }: Move, { userId }: Actor): RolloutEvent {
  if (type === 'start') return { type, needsApproval, isDue: rollout.isDue }
  if (type === 'approve')
    return { type, by: userId, requestedBy: rollout.requestedById, isApprovalPending: rollout.isApprovalPending }
  return type === 'retry' ? { type, failed: Number(failedCount) } : { type }
}

function illegal({ status, isApprovalPending }: LockedRollout, { type }: RolloutEvent): ProblemError {
  const moves = rolloutMovesFrom(status).filter((move) => move !== type)
  if (type === 'retry' && rolloutMovesFrom(status).includes('retry'))
    return refusal(409, 'illegal_move', 'No gateway of this rollout failed: there is nothing to retry', { moves })
  if (type === 'approve' && isApprovalPending)
    return refusal(409, 'illegal_move', 'You started this rollout: another administrator must approve it', { moves })
  if (type === 'approve' && status === 'scheduled')
    return refusal(409, 'illegal_move', 'This rollout needs no approval', { moves })
  const deed = type in deeds ? deeds[type as RolloutMove] : type
  const others = moves.map((move) => deeds[move])
  return refusal(409, 'illegal_move', impossible('rollout', status, deed, others), { moves })
}

interface Change extends Move {
  readonly actor: Actor
  /** The move makes it run at once. */
  readonly isAtOnce: boolean
}

const changes: Readonly<Record<RolloutMove, (tx: Queryable, rollout: LockedRollout, change: Change) => Promise<void>>> = {
  async start(tx, rollout, { needsApproval, actor, isAtOnce }) {
    await assignable(tx, rollout.firmwareId)
    await tx.query(sql`
      update rollouts set requested_by_id = ${actor.userId}, needs_approval = ${needsApproval} where id = ${rollout.id}`)
    if (isAtOnce) await beginNow(tx, rollout)
    else await setStatus(tx, rollout.id, 'scheduled', null)
  },
  async approve(tx, rollout, { actor }) {
    await tx.query(sql`update rollouts set approved_by_id = ${actor.userId}, approved_at = now() where id = ${rollout.id}`)
    const next = movedRollout('scheduled', { type: 'begin', isApprovalPending: false, isDue: rollout.isDue })
    if (next === 'running') await beginNow(tx, rollout)
    else await setStatus(tx, rollout.id, 'scheduled', null)
  },
  pause: (tx, { id }, { reason }) => setStatus(tx, id, 'paused', reason),
  resume: runOn,
  stop: (tx, rollout, { reason, takeBack, actor }) => stop(tx, rollout, { reason, halted: false, takeBack }, actor),
  async retry(tx, rollout) {
    await assignable(tx, rollout.firmwareId)
    await retryFailed(tx, rollout.id)
    await runOn(tx, rollout)
  },
}

/**
 * Resumes a rollout: its running groups get all their hours again, from now on. One that paused because its canary was lost goes on
 * without it, as an administrator has now decided.
 */
async function runOn(tx: Queryable, { id, withinH }: LockedRollout): Promise<void> {
  await tx.query(sql`
    update rollout_groups gr set state = 'done' from rollouts r
    where r.id = ${id} and r.status = 'paused' and r.status_reason = ${NO_CANARY_LEFT}
      and gr.rollout_id = r.id and gr.state = 'running' and not exists (
        select from rollout_gateways rg
        where rg.rollout_id = r.id and rg.group_number = gr.number and rg.state <> 'skipped'
      )`)
  await tx.query(sql`
    update rollout_groups set due_at = now() + make_interval(hours => ${withinH})
    where rollout_id = ${id} and state = 'running' and due_at is not null`)
  await setStatus(tx, id, 'running', null)
}

async function beginNow(tx: Queryable, rollout: LockedRollout): Promise<void> {
  const gateways = await begin(tx, rollout)
  if (gateways === null) throw refusal(409, 'conflict', `${noCanary(rollout)}: choose another canary`)
  if (gateways === 0)
    throw refusal(409, 'conflict', 'There is no gateway to update: the preview shows which are left out, and why')
  await setStatus(tx, rollout.id, 'running', null)
}

/** Puts the failed gateways that no other rollout holds into an additional group. */
async function retryFailed(tx: Queryable, id: string): Promise<void> {
  // A rollout that is beginning holds its gateways until its commit shows which it took.
  await tx.query(sql`
    select from gateways where id in (select gateway_id from rollout_gateways where rollout_id = ${id} and state = 'failed')
    order by id for update`)
  const { rows } = await tx.query<{ number: number }>(sql`
    select coalesce(max(number), 0) + 1 as number from rollout_groups where rollout_id = ${id}`)
  const number = rows[0]?.number ?? 1
  const { rowCount } = await tx.query(sql`
    update rollout_gateways rg set group_number = ${number}, state = 'waiting', code = null, note = null, current = true,
      assigned_at = null, settled_at = null
    where rg.rollout_id = ${id} and rg.state = 'failed'
      and not exists (select from rollout_gateways other where other.gateway_id = rg.gateway_id and other.current)`)
  if (rowCount === 0) throw refusal(409, 'conflict', 'Every gateway that failed is in another rollout now')
  await tx.query(sql`
    insert into rollout_groups (rollout_id, number, kind) values (${id}, ${number}, 'retry')`)
}
