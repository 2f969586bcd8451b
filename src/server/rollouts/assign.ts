import sql, { type Sql } from 'sql-template-tag'
import { announce } from '../activity/audit'
import { updateOf } from '../areas/assignability'
import type { Queryable } from '../db/database'
import { notifyOfRollout } from '../events/readings'
import type { LockedRollout } from './lock'
import { faultOf } from './targets'

/** Gateways assigned per transaction. */
export const ASSIGN_AT_ONCE = 500

/**
 * Assigns the firmware to gateways whose group has begun, within the rollout's hours. Skips a gateway that is no longer eligible, whatever
 * changed since the rollout began. Returns how many gateways it judged.
 */
export async function assign(tx: Queryable, rollout: LockedRollout, requestId: string): Promise<number> {
  const { id, status, isOpen, firmwareId, firmwareStatus, withinH, reason = null } = rollout
  if (status !== 'running' || !isOpen || firmwareStatus !== 'released') return 0
  const gatewayIds = await lockNext(tx, id)
  if (gatewayIds.length === 0) return 0
  // Locks the firmware, so that it is not withdrawn before this transaction ends.
  const { rowCount } = await tx.query(
    sql`select from gateway_firmwares where id = ${firmwareId} and status = 'released' for share`,
  )
  if (rowCount === 0) return 0
  await tx.query(sql`
    with judged as (
      select rg.id, g.id as gateway_id, g.target_firmware_id as was, own.kind,
        -- An update that failed is not tried again when the rollout stops.
        case when ${updateOf('g')} <> 'failed' then g.target_firmware_id end as previous,
        coalesce(${faultOf(rollout, id)}, ${reassigned(firmwareId)}) as code
      from rollout_gateways rg
      join rollout_groups own on own.rollout_id = rg.rollout_id and own.number = rg.group_number
      join gateways g on g.id = rg.gateway_id
      join gateway_firmwares f on f.id = ${firmwareId}
      join gateway_hardwares hardware on hardware.id = g.hardware_id
      left join gateway_firmwares reported on reported.id = g.firmware_id
      where rg.rollout_id = ${id} and rg.state = 'waiting' and g.id = any(${gatewayIds}::uuid[])
    ), placed as (
      update rollout_gateways rg set
        state = case when judged.code is null then 'assigned' else 'skipped' end, code = judged.code, current = judged.code is null,
        assigned_at = case when judged.code is null then now() end, settled_at = case when judged.code is not null then now() end,
        -- A retry keeps what was assigned before the rollout.
        previous_firmware_id = case when judged.kind = 'retry' and judged.was = ${firmwareId} then rg.previous_firmware_id else judged.previous end
      from judged where rg.id = judged.id returning rg.group_number
    ), timed as (
      update rollout_groups gr set due_at = now() + make_interval(hours => ${withinH})
      where gr.rollout_id = ${id} and gr.due_at is null and gr.number in (select group_number from placed)
    ), changed as (
      update gateways g set target_firmware_id = ${firmwareId}, target_firmware_at = now(), version = g.version + 1, updated_at = now()
      from judged where g.id = judged.gateway_id and judged.code is null returning g.id, judged.was
    )
    insert into audit_entries (request_id, action, subject, subject_id, before, after)
    select ${requestId}, 'updated', 'Gateway', id::text, jsonb_build_object('targetFirmwareId', was),
      jsonb_build_object('targetFirmwareId', ${firmwareId}::text, 'reason', ${reason}::text)
    from changed`)
  await announce(tx)
  await notifyOfRollout(tx, id)
  return gatewayIds.length
}

/** An administrator assigned the waiting gateway `g` another firmware, or none, since its group was chosen. */
function reassigned(firmwareId: string): Sql {
  return sql`case
    when g.target_firmware_id is distinct from ${firmwareId} and g.target_firmware_at > own.chosen_at then 'reassigned'
  end`
}

/** Locks the next gateways of groups that have begun; returns their ids. */
async function lockNext(tx: Queryable, rolloutId: string): Promise<readonly string[]> {
  // Locks gateways before their rollout_gateways rows, in the order of a gateway's deletion: no deadlock.
  const { rows } = await tx.query<{ id: string }>(sql`
    select g.id from gateways g
    where g.id in (
      select rg.gateway_id from rollout_gateways rg
      join rollout_groups gr on gr.rollout_id = rg.rollout_id and gr.number = rg.group_number and gr.state in ('running', 'done')
      where rg.rollout_id = ${rolloutId} and rg.state = 'waiting' order by rg.group_number, rg.gateway_id limit ${ASSIGN_AT_ONCE}
    )
    order by g.id for no key update`)
  return rows.map(({ id }) => id)
}
