import sql from 'sql-template-tag'
import { groupsOf } from '../../contract/rolloutCalls'
import type { Queryable } from '../db/database'
import type { LockedRollout } from './lock'
import { targetsOf } from './targets'

/**
 * Begins a rollout: selects its gateways and divides them into groups, the canary first, the others in random order. Stores the gateways
 * that are left out with the reason. Returns how many it reaches; for none, stores only those left out. Null, storing nothing, when the
 * canary is chosen by a tag that none of its gateways has: it would begin without one. When another rollout has taken all gateways of the
 * canary, the canary's group stays empty, and `verdictOf` pauses the rollout before the first wave.
 */
export async function begin(tx: Queryable, rollout: LockedRollout): Promise<number | null> {
  const { rows } = await tx.query<{ id: string; code: string | null; canary: boolean }>(sql`
    select target.id, target.code, target.canary from (${targetsOf(rollout, rollout.id)} for key share of g) as target
    order by target.canary desc, md5(target.id::text || ${rollout.id})`)
  const ready = rows.filter(({ code }) => code === null)
  const canaries = rollout.canaryCount ?? ready.filter(({ canary }) => canary).length
  if (rollout.canaryTag != null && canaries === 0 && ready.length > 0) return null
  const groups = groupsOf(ready.length, Math.min(canaries, ready.length), rollout.waves)
  const reached = await insertReached(tx, rollout.id, ready, groups)
  const others = ready.filter(({ id }) => !reached.has(id)).map(({ id }) => ({ id, code: 'in_other_rollout' }))
  const leftOut = [...rows.filter(({ code }) => code !== null), ...others]
  await tx.query(sql`
    insert into rollout_gateways (id, rollout_id, gateway_id, state, code, settled_at)
    select new_id(), ${rollout.id}::uuid, id, 'skipped', code, now()
    from unnest(${leftOut.map(({ id }) => id)}::uuid[], ${leftOut.map(({ code }) => code)}::text[]) as one (id, code)`)
  if (reached.size === 0) return 0
  await tx.query(sql`
    insert into rollout_groups (rollout_id, number, kind, state, started_at)
    select ${rollout.id}::uuid, number, kind, case number when 1 then 'running' else 'waiting' end, case number when 1 then now() end
    from unnest(${groups.map(({ kind }) => kind)}::text[]) with ordinality as one (kind, number)`)
  return reached.size
}

/** Why a rollout does not begin without its canary. */
export function noCanary({ canaryTag }: Pick<LockedRollout, 'canaryTag'>): string {
  return `No gateway that can be updated has the canary’s tag ${canaryTag ?? ''}`
}

/** Inserts gateways ordered by id, so that two rollouts that begin at once do not deadlock. Returns those that no other rollout holds. */
async function insertReached(
  tx: Queryable,
  rolloutId: string,
  ready: readonly { readonly id: string }[],
  groups: ReturnType<typeof groupsOf>,
): Promise<ReadonlySet<string>> {
  const numbers = groups.flatMap(({ gatewaysCount }, at) => Array.from({ length: gatewaysCount }, () => at + 1))
  const { rows } = await tx.query<{ gatewayId: string }>(sql`
    insert into rollout_gateways (id, rollout_id, gateway_id, group_number, state, current)
    select new_id(), ${rolloutId}::uuid, id, number, 'waiting', true
    from unnest(${ready.map(({ id }) => id)}::uuid[], ${numbers}::integer[]) as one (id, number) order by id
    on conflict (gateway_id) where current do nothing
    returning gateway_id as "gatewayId"`)
  return new Set(rows.map(({ gatewayId }) => gatewayId))
}
