import sql from 'sql-template-tag'
import { announce } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { LockedRollout, Mover } from './lock'

interface How {
  readonly reason: string | null
  /** The server stopped it, not an administrator. */
  readonly halted: boolean
  /** Take the firmware back from gateways that have not fetched it. */
  readonly takeBack: boolean
}

/**
 * Stops a rollout: assigns nothing more and, with `takeBack`, takes the firmware back from gateways that have not fetched it, and that
 * nobody else assigned it to since. Each is assigned again what it was assigned before, unless that had failed; if it is still released and
 * made for its hardware. Installations under way continue.
 */
export async function stop(
  tx: Queryable,
  rollout: LockedRollout,
  { reason, halted, takeBack }: How,
  { userId, requestId }: Mover,
): Promise<void> {
  const { id, firmwareId } = rollout
  // Locks gateways before their rollout_gateways rows, in the order of a gateway's deletion: no deadlock.
  await tx.query(sql`
    select from gateways where id in (select gateway_id from rollout_gateways where rollout_id = ${id} and state = 'assigned')
    order by id for no key update`)
  // Locks the firmwares, so that none is revoked before this transaction ends.
  await tx.query(sql`
    select from gateway_firmwares
    where id in (select previous_firmware_id from rollout_gateways where rollout_id = ${id} and state = 'assigned')
    order by id for share`)
  await tx.query(sql`
    with back as (
      update rollout_gateways rg set state = 'skipped', code = 'taken_back', settled_at = now()
      from gateways g
      where ${takeBack}::boolean and rg.rollout_id = ${id} and rg.state = 'assigned' and g.id = rg.gateway_id
        and g.target_firmware_id = ${firmwareId} and g.target_firmware_at = rg.assigned_at
        and rg.previous_firmware_id is distinct from ${firmwareId}
        and g.firmware_id is distinct from g.target_firmware_id
        and coalesce(greatest(g.fetched_at, g.told_at) < rg.assigned_at, true)
      returning g.id, (
        select f.id from gateway_firmwares f
        join gateway_firmware_hardwares made on made.firmware_id = f.id and made.hardware_id = g.hardware_id
        where f.id = rg.previous_firmware_id and f.status = 'released'
      ) as previous
    ), changed as (
      update gateways g set target_firmware_id = previous, target_firmware_at = case when previous is not null then now() end,
        version = version + 1, updated_at = now()
      from back where g.id = back.id returning g.id, previous
    )
    insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
    select ${userId}::uuid, ${requestId}, 'updated', 'Gateway', id::text,
      jsonb_build_object('targetFirmwareId', ${firmwareId}::text), jsonb_build_object('targetFirmwareId', previous)
    from changed`)
  await tx.query(sql`
    update rollout_gateways set current = false,
      state = case state when 'waiting' then 'skipped' else state end,
      code = case state when 'waiting' then 'stopped' else code end,
      settled_at = case state when 'waiting' then now() else settled_at end
    where rollout_id = ${id} and (current or state = 'waiting')`)
  await tx.query(sql`update rollout_groups set state = 'stopped' where rollout_id = ${id} and state in ('waiting', 'running')`)
  await tx.query(sql`
    update rollouts set status = 'stopped', status_reason = ${reason}, halted = ${halted}, ended_at = now(), version = version + 1,
      updated_at = now()
    where id = ${id}`)
  await announce(tx)
}
