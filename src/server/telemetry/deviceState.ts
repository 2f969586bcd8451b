import sql, { raw } from 'sql-template-tag'

/**
 * A device's states as conditions on `column`, the moment until which it counts as online. They agree with the schema's `device_state`, but
 * can use the column's index to search for rows.
 */
export function stateOf(column: string) {
  const until = raw(column)
  return {
    never_seen: sql`${until} is null`,
    offline: sql`${until} < now()`,
    online: sql`${until} >= now()`,
    /** Offline or never seen: devices that report through it are not received either. */
    silent: sql`(${until} is null or ${until} < now())`,
  }
}

/** Whether the battery of sensor `s` with statistics `st` is low. PostgreSQL inlines the function, so that the battery's index serves it. */
export const isBatteryLow = sql`battery_low(st.battery_pct, s.external_power)`
