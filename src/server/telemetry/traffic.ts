import sql from 'sql-template-tag'
import { UNKNOWN_MAX, type GatewayTraffic } from '../../contract/gatewayTraffic'
import type { Queryable } from '../db/database'

/** Reads when a gateway's key was created, its last calls, and the unknown sensors it reported, newest first. */
export async function trafficOf(db: Queryable, gatewayId: string): Promise<GatewayTraffic> {
  const key = await db.query<{ at: string }>(sql`select created_at as at from gateway_keys where gateway_id = ${gatewayId}`)
  const checkIns = await db.query<GatewayTraffic['checkIns'][number]>(sql`
    select at, stored, duplicates, refused.count as refused, refused.refusals,
      coalesce((c.refusals ->> 'report')::integer, 0) as "refusedReports", unknown, firmware_version as "firmwareVersion"
    from gateway_check_ins c
    cross join lateral (
      select coalesce(sum(count), 0) as count, coalesce(json_agg(json_build_object('code', code, 'count', count) order by count desc, code), '[]') as refusals
      from (select key as code, value::integer as count from jsonb_each_text(c.refusals - 'report')) as each
    ) as refused
    where gateway_id = ${gatewayId} order by at desc limit 20`)
  const unknown = await db.query<GatewayTraffic['unknownSensors'][number]>(sql`
    select eui, first_heard_at as "firstHeardAt", last_heard_at as "lastHeardAt"
    from unknown_sensors u where gateway_id = ${gatewayId} and not exists (select from sensors where sensors.eui = u.eui)
    order by last_heard_at desc, eui limit ${UNKNOWN_MAX}`)
  return { keyCreatedAt: key.rows[0]?.at ?? null, checkIns: checkIns.rows, unknownSensors: unknown.rows }
}
