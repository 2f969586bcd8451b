import sql, { raw } from 'sql-template-tag'
import { BATTERY_LOW_PCT } from '../../contract/sensors'

/**
 * A device's states as conditions on `column`, the moment until which it counts as online. They agree with the schema's `device_state`, but
 * can use the column's index to search for rows.
 */
export function stateOf(column: string) {
  const until = raw(column)
  return {
    never_seen: sql`${until} is null`,
    online: sql`${until} >= now()`,
    offline: sql`${until} < now()`,
    /** Offline or never seen: devices that report through it are not received either. */
    silent: sql`(${until} is null or ${until} < now())`,
  }
}

/** The condition that the battery of sensor `s` with statistics `st` is low, as in the view; a sensor on external power has none. */
export const isBatteryLow = sql`(st.battery_pct < ${BATTERY_LOW_PCT} and not s.external_power)`
