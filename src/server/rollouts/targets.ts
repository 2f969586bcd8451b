import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { RolloutDraft } from '../../contract/rollouts'

/** What of a rollout decides which gateways it reaches. */
export type Targets = Pick<
  RolloutDraft,
  'firmwareId' | 'hardwareIds' | 'tags' | 'updateChannel' | 'fromFirmwareIds' | 'canaryTag' | 'reason'
>

/**
 * The gateways that a rollout is meant for: made for the firmware, and within its limits. `code`: why one is left out, null where it is
 * not; `canary`: it has the canary's tag. `rolloutId`: the rollout itself, null while there is none.
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

/** Rule 7, for the gateway `g` of `hardware` that runs `reported` and would be assigned `f`: why it is left out, or null. */
export function faultOf({ reason }: Pick<Targets, 'reason'>, rolloutId: string | null): Sql {
  const isExcused = (reason ?? '') !== ''
  return sql`case
    when g.firmware_id = f.id then 'already_installed'
    when exists (
      select from rollout_gateways other where other.gateway_id = g.id and other.current and other.rollout_id is distinct from ${rolloutId}::uuid
    ) then 'in_other_rollout'
    when not exists (
      select from gateway_firmware_hardwares made where made.firmware_id = f.id and made.hardware_id = g.hardware_id
    ) then 'not_compatible'
    when reported.semver_key < semver_key(f.min_from_version) collate "C" then 'too_old'
    when not ${isExcused}::boolean and reported.name = f.name and reported.semver_key > f.semver_key then 'downgrade'
    when not ${isExcused}::boolean and hardware.status = 'eol' then 'end_of_life'
  end`
}

function limitsOf({ hardwareIds = [], tags = [], updateChannel, fromFirmwareIds = [] }: Targets): Sql[] {
  return [
    ...(hardwareIds.length === 0 ? [] : [sql`g.hardware_id = any(${hardwareIds}::uuid[])`]),
    ...(tags.length === 0 ? [] : [sql`g.tags && ${tags}::text[]`]),
    ...(updateChannel == null ? [] : [sql`g.update_channel = ${updateChannel}`]),
    ...(fromFirmwareIds.length === 0 ? [] : [sql`g.firmware_id = any(${fromFirmwareIds}::uuid[])`]),
  ]
}
