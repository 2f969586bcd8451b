import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { notifyOfRollout } from '../events/readings'
import type { LockedRollout } from './lock'

/**
 * Records the outcome of each assigned gateway: it reports the new version, it failed, or an administrator assigned another firmware. A
 * failed gateway that reports the version after all counts as succeeded. Returns how many changed.
 */
export async function settle(tx: Queryable, { id }: LockedRollout): Promise<number> {
  const { rowCount } = await tx.query(sql`
    update rollout_gateways rg set state = news.state, code = news.code, note = news.note, settled_at = now(), current = false
    from (
      select member.id, member.state as was,
        case
          when g.firmware_id = r.firmware_id then 'succeeded'
          when g.target_firmware_id is distinct from r.firmware_id then 'skipped'
          when report.failed or late.failed then 'failed'
        end as state,
        case
          when g.firmware_id = r.firmware_id then null
          when g.target_firmware_id is distinct from r.firmware_id then 'reassigned'
          when report.failed then 'reported'
          when late.failed then 'silent'
        end as code,
        case when report.failed and g.firmware_id is distinct from r.firmware_id then g.told_note end as note
      from rollout_gateways member
      join rollouts r on r.id = member.rollout_id
      join gateways g on g.id = member.gateway_id
      cross join lateral (select coalesce(g.told_step = 'failed' and g.told_at >= member.assigned_at, false) as failed) report
      cross join lateral (
        -- Two reports a day apart: the first one after an absence is no failure, however long the absence was.
        select coalesce(g.last_seen_at > member.assigned_at + interval '24 hours', false) and exists (
          select from gateway_check_ins c
          where c.gateway_id = g.id and c.at >= member.assigned_at and c.at < g.last_seen_at - interval '24 hours'
        ) as failed
      ) late
      where member.rollout_id = ${id} and member.state in ('assigned', 'failed')
    ) as news
    where rg.id = news.id and (news.was = 'assigned' and news.state is not null or news.was = 'failed' and news.state = 'succeeded')`)
  if (rowCount > 0) await notifyOfRollout(tx, id)
  return rowCount
}
