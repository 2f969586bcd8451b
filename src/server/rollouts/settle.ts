import sql from 'sql-template-tag'
import { updateOf } from '../areas/assignability'
import type { Queryable } from '../db/database'
import { notifyOfRollout } from '../events/readings'
import type { LockedRollout } from './lock'

/**
 * The outcome of the gateway `g` that `member` of the rollout `r` does not have yet: it reports the new version, an administrator assigned
 * another firmware, or it failed; null when there is none. A failed gateway that reports the version after all counts as succeeded.
 */
export const newOutcome = sql`case
  when g.firmware_id = r.firmware_id then 'succeeded'
  when member.state = 'failed' then null
  when g.target_firmware_id is distinct from r.firmware_id then 'skipped'
  when ${updateOf('g')} = 'failed' then 'failed'
end`

/** Records the new outcomes of a rollout's assigned and failed gateways. */
export async function settle(tx: Queryable, { id }: LockedRollout): Promise<void> {
  const { rowCount } = await tx.query(sql`
    update rollout_gateways rg set state = news.state, code = news.code, note = news.note, settled_at = now(), current = false
    from (
      select member.id, outcome.state,
        case outcome.state
          when 'skipped' then 'reassigned'
          when 'failed' then case g.update_step when 'failed' then 'reported' else 'silent' end
        end as code,
        case when outcome.state = 'failed' and g.update_step = 'failed' then g.update_note end as note
      from rollout_gateways member
      join rollouts r on r.id = member.rollout_id
      join gateways_view g on g.id = member.gateway_id
      cross join lateral (select ${newOutcome} as state) outcome
      where member.rollout_id = ${id} and member.state in ('assigned', 'failed')
    ) as news
    where rg.id = news.id and news.state is not null`)
  if (rowCount > 0) await notifyOfRollout(tx, id)
}
