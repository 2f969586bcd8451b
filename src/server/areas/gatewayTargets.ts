import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../activity/audit'
import type { Queryable } from '../db/database'

/**
 * Unassigns a firmware, such as a revoked one, from the gateways `these` (a condition on `g`) that have not installed it yet. Each change
 * gets a new version and an audit entry.
 */
export async function unassign(tx: Queryable, these: Sql, { userId, requestId }: Actor): Promise<void> {
  await tx.query(sql`
    with held as (
      select g.id, g.target_firmware_id as was from gateways g
      where ${these} and g.firmware_id is distinct from g.target_firmware_id order by g.id for update
    ), changed as (
      update gateways set target_firmware_id = null, target_firmware_at = null, version = version + 1, updated_at = now()
      from held where gateways.id = held.id returning gateways.id, held.was
    )
    insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
    select ${userId}::uuid, ${requestId}, 'updated', 'Gateway', id::text,
      jsonb_build_object('targetFirmwareId', was), jsonb_build_object('targetFirmwareId', null)
    from changed`)
}
