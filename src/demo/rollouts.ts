import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { idOf } from './chance'
import { familyOf } from './firmwares'
import { mayHaveActed } from './people'
import { secondsBefore } from './times'

const HOUR_S = 3600
/** Gateways of the canary, and of the first wave, that installed the firmware. */
const CANARY = 3
const FIRST_WAVE = 2

/**
 * Inserts a rollout in progress over existing gateways: all but one of the canary installed the firmware, some of the first wave run it and
 * some are about to, the second wave waits. Call it after gateways and users.
 */
export async function insertRollouts(tx: Queryable, now: Date): Promise<void> {
  const began = secondsBefore(now, 76 * HOUR_S)
  const went = secondsBefore(now, 4 * HOUR_S)
  const id = idOf('rollout', new Date(began))
  await tx.query(sql`
    insert into rollouts (id, created_at, updated_at, name, firmware_id, canary_count, waves, go_on_pct, within_h, stop_pct, status, requested_by_id, started_at)
    select ${id}, ${began}, ${went}, f.title || ' to all houses', f.id, ${CANARY + 1}, array['{"percent": 50}', '{"percent": 100}']::jsonb[], 75, 24, 50,
      'running', (select id from users where ${mayHaveActed} order by created_at, id limit 1), ${began}
    from gateway_firmwares f where f.name = ${familyOf['Fernwire'] ?? ''} and f.status = 'released' and f.channel = 'stable'
    order by f.semver_order desc limit 1`)
  await insertGateways(tx, id, began, went)
  await tx.query(sql`
    insert into rollout_groups (rollout_id, number, kind, state, started_at, due_at)
    values (${id}, 1, 'canary', 'done', ${began}, ${began}::timestamptz + interval '24 hours'),
      (${id}, 2, 'wave', 'running', ${went}, ${went}::timestamptz + interval '24 hours'), (${id}, 3, 'wave', 'waiting', null, null)`)
  await tx.query(sql`
    update gateways g set target_firmware_id = r.firmware_id, target_firmware_at = rg.assigned_at,
      target_reported_at = case when g.last_seen_at >= rg.assigned_at then rg.assigned_at end,
      fetched_at = case when rg.state in ('failed', 'assigned') then rg.assigned_at + interval '3 minutes' end,
      told_at = case rg.state when 'failed' then rg.settled_at when 'assigned' then rg.assigned_at + interval '4 minutes' end,
      told_step = case rg.state when 'failed' then 'failed' when 'assigned' then 'downloading' end,
      told_note = case rg.state when 'failed' then rg.note end
    from rollout_gateways rg join rollouts r on r.id = rg.rollout_id
    where rg.gateway_id = g.id and rg.assigned_at is not null`)
}

/**
 * Inserts the rollout's gateways: those that run the firmware succeeded, those assigned it are about to install it; of the others, one
 * failed and the rest wait.
 */
async function insertGateways(tx: Queryable, rolloutId: string, began: string, went: string): Promise<void> {
  await tx.query(sql`
    insert into rollout_gateways (id, rollout_id, gateway_id, group_number, state, code, note, current, assigned_at, settled_at)
    select new_id(), ${rolloutId}::uuid, gateway_id, number, state,
      case state when 'failed' then 'reported' end, case state when 'failed' then 'The flash memory could not be written' end,
      state in ('assigned', 'waiting'), at, case when state in ('succeeded', 'failed') then at + interval '20 minutes' end
    from (
      select member.id as gateway_id, state,
        case
          when state = 'failed' or state = 'succeeded' and nth <= ${CANARY} then 1
          when state = 'waiting' then 3
          else 2
        end as number,
        case
          when state = 'failed' or state = 'succeeded' and nth <= ${CANARY} then ${began}::timestamptz
          when state <> 'waiting' then ${went}::timestamptz
        end as at
      from (
        select g.id, nth,
          case
            when g.firmware_id = g.new_id then 'succeeded'
            when g.target_firmware_id is not null then 'assigned'
            when nth = 1 then 'failed'
            else 'waiting'
          end as state
        from (
          select g.id, g.firmware_id, g.target_firmware_id, r.firmware_id as new_id,
            row_number() over (partition by g.firmware_id = r.firmware_id, g.target_firmware_id order by g.online_until desc, g.eui) as nth
          from rollouts r
          join gateway_firmware_hardwares fh on fh.firmware_id = r.firmware_id
          join gateways g on g.hardware_id = fh.hardware_id and g.firmware_id is not null
          where r.id = ${rolloutId}
        ) as g
        where g.firmware_id <> g.new_id or nth <= ${CANARY + FIRST_WAVE}
      ) as member
    ) as placed`)
}
