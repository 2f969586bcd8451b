import sql, { raw, type Sql } from 'sql-template-tag'
import { SEMVER_PATTERN } from '../../contract/gatewayFirmwares'

// Conditions on a gateway `g` that may get the firmware `f`. `reported` is the registered firmware that it runs, if any.

/** The firmware is made for this hardware. */
export const isMadeFor = (hardwareId: Sql): Sql =>
  sql`exists (select from gateway_firmware_hardwares made where made.firmware_id = f.id and made.hardware_id = ${hardwareId})`

/** The gateway runs the firmware; false when it reports none. */
export const isInstalled = sql`(g.firmware_id is not distinct from f.id)`

/** The gateway runs a later version of the same firmware; null when it runs no registered one. */
export const isDowngrade = sql`(reported.name = f.name and reported.semver_key > f.semver_key)`

/**
 * The gateway runs a version from which the firmware does not update; null when it reports no version that can be compared, or the firmware
 * updates from all. A gateway may also run a version that is not registered, which is compared if it is a semantic version.
 */
export const runsTooOld = sql`coalesce(
  reported.semver_key, case when g.reported_version ~ ${SEMVER_PATTERN.source} then semver_key(g.reported_version) end
) < semver_key(f.min_from_version) collate "C"`

/**
 * Why the gateway `g` of `hardware` may not get `f`; null when it may. A reason permits a downgrade and hardware at its end of life. `own`: the
 * caller's cases, which come after the first.
 */
export function assignmentFault(reason: string | null | undefined, own: Sql): Sql {
  const isExcused = (reason ?? '') !== ''
  return sql`case
    when ${isInstalled} then 'already_installed'
    ${own}
    when not ${isMadeFor(sql`g.hardware_id`)} then 'not_compatible'
    when ${runsTooOld} then 'too_old'
    when not ${isExcused}::boolean and ${isDowngrade} then 'downgrade'
    when not ${isExcused}::boolean and hardware.status = 'eol' then 'end_of_life'
  end`
}

/** Like the view's `firmware_update`, on a table of gateways by its name or alias: `none`, `pending` or `failed`. */
export function updateOf(table: string): Sql {
  const g = raw(table)
  return sql`firmware_update(
    ${g}.firmware_id, ${g}.target_firmware_id, ${g}.target_firmware_at, ${g}.target_reported_at, ${g}.last_seen_at, ${g}.told_step, ${g}.told_at
  )`
}
