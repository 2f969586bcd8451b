import sql from 'sql-template-tag'
import { movedRollout } from '../../../machines/rolloutMachine'
import { openRolloutStatuses, rollouts } from '../../contract/rollouts'
import { readRow, type Row } from '../crud/table'
import type { Queryable } from '../db/database'
import { begin, noCanary } from './begin'
import { auditAction, type LockedRollout, type Mover } from './lock'
import { stop } from './stop'
import { verdictOf, type JudgedGroup, type Verdict } from './verdict'

/** Runs the due transition: begins a scheduled rollout, or advances, pauses, stops or finishes a running one. */
export async function judge(tx: Queryable, rollout: LockedRollout, actor: Mover): Promise<void> {
  const { status, firmwareTitle, firmwareStatus } = rollout
  if (!openRolloutStatuses.includes(status)) return
  const before = await readRow(tx, rollouts, rollout.id)
  if (firmwareStatus !== 'released') {
    await stop(tx, rollout, { reason: `${firmwareTitle} is ${firmwareStatus}`, halted: true, takeBack: true }, actor)
    await auditAction(tx, before, 'stopped', actor)
  } else if (status === 'scheduled') await beginDue(tx, rollout, before, actor)
  else if (status === 'running') await goOn(tx, rollout, before, actor)
}

async function beginDue(tx: Queryable, rollout: LockedRollout, before: Row, actor: Mover): Promise<void> {
  if (movedRollout('scheduled', { ...rollout, type: 'begin' }) === null) return
  const gateways = await begin(tx, rollout)
  if (gateways === null) {
    await stop(tx, rollout, { reason: noCanary(rollout), halted: true, takeBack: false }, actor)
    await auditAction(tx, before, 'stopped', actor)
    return
  }
  await setStatus(
    tx,
    rollout.id,
    gateways === 0 ? 'finished' : 'running',
    gateways === 0 ? 'There was no gateway to update' : null,
  )
  await auditAction(tx, before, gateways === 0 ? 'finished' : 'started', actor)
}

async function goOn(tx: Queryable, rollout: LockedRollout, before: Row, actor: Mover): Promise<void> {
  const verdict = verdictOf(rollout, await groupsOf(tx, rollout.id))
  if (verdict === null) return
  await carryOut(tx, rollout, verdict, actor)
  // That the last group is done is not an entry: the end follows.
  if (verdict.type !== 'goOn' || verdict.next !== null) await auditAction(tx, before, actions[verdict.type], actor)
  if (verdict.type === 'goOn') await goOn(tx, rollout, await readRow(tx, rollouts, rollout.id), actor)
}

const actions = { goOn: 'went_on', stop: 'stopped', pause: 'paused', finish: 'finished' } as const

async function carryOut(tx: Queryable, rollout: LockedRollout, verdict: Verdict, actor: Mover): Promise<void> {
  if (verdict.type === 'goOn') {
    await tx.query(sql`
      update rollout_groups set state = case number when ${verdict.next}::integer then 'running' else 'done' end,
        started_at = coalesce(started_at, now())
      where rollout_id = ${rollout.id} and number in (${verdict.done}::integer, ${verdict.next}::integer)`)
    await tx.query(sql`update rollouts set version = version + 1, updated_at = now() where id = ${rollout.id}`)
  } else if (verdict.type === 'pause') await setStatus(tx, rollout.id, 'paused', verdict.reason)
  else if (verdict.type === 'finish') {
    await tx.query(sql`update rollout_gateways set current = false where rollout_id = ${rollout.id} and current`)
    await setStatus(tx, rollout.id, 'finished', null)
  } else await stop(tx, rollout, { reason: verdict.reason, halted: true, takeBack: true }, actor)
}

async function groupsOf(tx: Queryable, id: string): Promise<JudgedGroup[]> {
  const { rows } = await tx.query<JudgedGroup>(sql`
    select number, kind, state, coalesce(due_at < now(), false) as "isLate", gateways_count as "gatewaysCount",
      waiting_count as "waitingCount", assigned_count as "assignedCount", succeeded_count as "succeededCount",
      failed_count as "failedCount", skipped_count as "skippedCount"
    from rollout_groups_view where rollout_id = ${id} order by number`)
  return rows
}

/** Sets a rollout's status and the times that belong to it. */
export async function setStatus(tx: Queryable, id: string, status: string, reason: string | null): Promise<void> {
  await tx.query(sql`
    update rollouts set status = ${status}, status_reason = ${reason}, version = version + 1, updated_at = now(),
      started_at = case when ${status} = 'running' then coalesce(started_at, now()) else started_at end,
      ended_at = case when ${status} in ('finished', 'stopped') then now() end
    where id = ${id}`)
}
