import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { RolloutDraft } from '../../contract/rollouts'
import { assignmentFault } from '../areas/assignability'

/** The fields of a rollout that decide which gateways it reaches. */
export type Targets = Pick<
  RolloutDraft,
  'firmwareId' | 'hardwareIds' | 'tags' | 'updateChannel' | 'fromFirmwareIds' | 'canaryTag' | 'reason'
>

/**
 * Builds the query for a rollout's gateways: those whose hardware the firmware is made for, within the rollout's limits. `code`: why one is
 * left out, or null; `canary`: it has the canary's tag. `rolloutId`: the rollout itself; null in a preview.
 */
export function targetsOf(targets: Targets, rolloutId: string | null): Sql {
  const limits = limitsOf(targets)
  return sql`
    select g.id, g.name, ${faultOf(targets, rolloutId)} as code, coalesce(${targets.canaryTag ?? null}::text = any(g.tags), false) as canary
    from gateways g
    join gateway_firmwares f on f.id = ${targets.firmwareId}
    join gateway_firmware_hardwares fh on fh.firmware_id = f.id and fh.hardware_id = g.hardware_id
    join gateway_hardwares hardware on hardware.id = g.hardware_id
    left join gateway_firmwares reported on reported.id = g.firmware_id
    ${limits.length === 0 ? empty : sql`where ${join(limits, ' and ')}`}`
}

/** Why the gateway `g` of `hardware`, which runs `reported`, cannot be assigned `f`; null when it can. */
export function faultOf({ reason }: Pick<Targets, 'reason'>, rolloutId: string | null): Sql {
  const isInOther = sql`
    when exists (
      select from rollout_gateways other where other.gateway_id = g.id and other.current and other.rollout_id is distinct from ${rolloutId}::uuid
    ) then 'in_other_rollout'`
  return assignmentFault(reason, isInOther)
}

function limitsOf({ hardwareIds = [], tags = [], updateChannel, fromFirmwareIds = [] }: Targets): Sql[] {
  return [
    ...(hardwareIds.length === 0 ? [] : [sql`g.hardware_id = any(${hardwareIds}::uuid[])`]),
    ...(tags.length === 0 ? [] : [sql`g.tags && ${tags}::text[]`]),
    ...(updateChannel == null ? [] : [sql`g.update_channel = ${updateChannel}`]),
    ...(fromFirmwareIds.length === 0 ? [] : [sql`g.firmware_id = any(${fromFirmwareIds}::uuid[])`]),
  ]
}
