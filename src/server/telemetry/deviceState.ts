import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'

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
  }
}

/** The condition that a device is offline or was never seen: devices that report through it are not received either. */
export function isSilent(column: string): Sql {
  const { never_seen, offline } = stateOf(column)
  return sql`(${never_seen} or ${offline})`
}

/** Whether the battery of sensor `s` with statistics `st` is low. PostgreSQL inlines the function, so that the battery's index serves it. */
export const isBatteryLow = sql`battery_low(st.battery_pct, s.external_power)`

/** Finds the sensors of these gateways: their state depends on the gateway's. */
export async function sensorsBehind(db: Queryable, gatewayIds: readonly string[]): Promise<string[]> {
  if (gatewayIds.length === 0) return []
  const { rows } = await db.query<{ id: string }>(sql`select id from sensors where gateway_id = any(${gatewayIds}::uuid[])`)
  return rows.map(({ id }) => id)
}
