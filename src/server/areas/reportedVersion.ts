import sql from 'sql-template-tag'
import { SEMVER_PATTERN } from '../../contract/gatewayFirmwares'

/**
 * Whether the gateway `g` runs a version from which the firmware `f` does not update; null when it reports no version that can be compared, or
 * `f` updates from all. `reported` is its released
 * firmware: a gateway may also run a version that is not registered, which then is compared if it is a semantic version.
 */
export const runsTooOld = sql`coalesce(
  reported.semver_key, case when g.reported_version ~ ${SEMVER_PATTERN.source} then semver_key(g.reported_version) end
) < semver_key(f.min_from_version) collate "C"`
