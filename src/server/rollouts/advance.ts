import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { openRolloutStatuses } from '../../contract/rollouts'
import type { Database, Queryable } from '../db/database'
import { assign, ASSIGN_AT_ONCE } from './assign'
import { lockRollout, type LockedRollout } from './lock'
import { judge } from './judge'
import { newOutcome, settle } from './settle'

/**
 * Runs all due steps of every rollout. One that has ended is settled when a gateway of it has a new outcome. Processes share the work:
 * the one that locks a rollout runs its next step, the others skip it. Each step is one transaction: a process may stop at any moment, and
 * the next run continues.
 */
export async function advanceRollouts(db: Database): Promise<void> {
  const { rows } = await db.query<{ id: string }>(sql`
    select id from rollouts r
    where status = any(${openRolloutStatuses}::text[])
      or exists (
        select from rollout_gateways member join gateways g on g.id = member.gateway_id
        where member.rollout_id = r.id and member.state in ('assigned', 'failed') and ${newOutcome} is not null
      )
    order by id`)
  const faults: unknown[] = []
  for (const { id } of rows) await advance(db, id).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

async function advance(db: Database, id: string): Promise<void> {
  const actor = { userId: null, requestId: `rollout-${randomUUID()}` }
  await step(db, id, settle)
  await step(db, id, (tx, rollout) => judge(tx, rollout, actor))
  while ((await step(db, id, (tx, rollout) => assign(tx, rollout, actor.requestId))) === ASSIGN_AT_ONCE);
}

/** Runs one step; null when another transaction holds the rollout. */
function step<Outcome>(
  db: Database,
  id: string,
  work: (tx: Queryable, rollout: LockedRollout) => Promise<Outcome>,
): Promise<Outcome | null> {
  return db.transaction(async (tx) => {
    const rollout = await lockRollout(tx, id, { skipLocked: true })
    return rollout === null ? null : work(tx, rollout)
  })
}
