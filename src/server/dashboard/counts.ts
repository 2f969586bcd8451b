import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import {
  analytics,
  ANALYTICS_PATH,
  attention,
  ATTENTION_PATH,
  UNKNOWN_SENSORS_MAX,
  type Analytics,
  type Attention,
} from '../../contract/dashboard'
import { DATAPOINTS_PATH } from '../../contract/datapoints'
import { documented, resultOf } from '../http/openapi'
import { isBatteryLow, isSilent, stateOf } from '../telemetry/deviceState'
import { euiList, needsOf } from './needs'

const stateNow = stateOf('online_until')
const sensor = stateOf('st.online_until')

/** The numbers of users, gateways, sensors, datapoints and plants, in this order. */
export const totals = sql`
  (select count(*) from users) as users,
  (select count(*) from gateways) as gateways,
  (select count(*) from sensors) as sensors,
  (select coalesce(sum(datapoint_count), 0) from sensor_stats) as datapoints,
  (select count(*) from plants) as plants`

/** GET /api/v1/dashboard/analytics: counts of all kinds of rows. Datapoints are the sum of the sensors' exact counts. */
export function analyticsRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: 'Dashboard',
    summary: 'Count users, gateways, sensors, datapoints and plants',
    answers: { 200: resultOf(analytics) },
  })
  app.get(ANALYTICS_PATH, { schema }, async () => {
    const { rows } = await db.query<Analytics>(sql`select ${totals}, now() as "asOf"`)
    return { result: rows[0] }
  })
}

/**
 * GET /api/v1/dashboard/attention: devices by state, and what needs attention, in one query. An index counts sensors; only those behind an
 * offline gateway are read one by one.
 */
export function attentionRoutes(app: FastifyInstance): void {
  const { db, settings } = app
  const summary = 'Count devices by state, and list those that need attention'
  const schema = documented({ tag: 'Dashboard', summary, answers: { 200: resultOf(attention) } })
  app.get(ATTENTION_PATH, { schema }, async () => {
    const { rows } = await db.query<Omit<Attention, 'needs'>>(sql`
      with recursive ${euiList}, unreachable as (
        select count(*) filter (where ${sensor.online}) as online, count(*) filter (where ${sensor.offline}) as offline
        from gateways g join sensors s on s.gateway_id = g.id join sensor_stats st on st.sensor_id = s.id
        where ${isSilent('g.online_until')}
      )
      select
        (select json_build_object('online', count(*) filter (where ${stateNow.online}),
          'offline', count(*) filter (where ${stateNow.offline}),
          'never_seen', count(*) filter (where ${stateNow.never_seen})) from gateways) as gateways,
        (select json_build_object('online', count(*) filter (where ${stateNow.online}) - (select online from unreachable),
          'offline', count(*) filter (where ${stateNow.offline}) - (select offline from unreachable),
          'unreachable', (select online + offline from unreachable),
          'never_seen', count(*) filter (where ${stateNow.never_seen})) from sensor_stats) as sensors,
        (select count(*) from sensor_stats st join sensors s on s.id = st.sensor_id where ${isBatteryLow}) as "batteryLow",
        (select count(*) from sensor_stats where stray_until >= now()) as "outOfRange",
        (select json_build_object(
            'total', least(count(*) filter (where not exists (select from sensors where eui = each.eui)), ${UNKNOWN_SENSORS_MAX}),
            'totalCapped', count(*) > ${UNKNOWN_SENSORS_MAX})
          from (select eui from eui_list where eui is not null limit ${UNKNOWN_SENSORS_MAX + 1}) as each) as "unknownSensors",
        (select json_build_object(
            'gateway', exists (select from gateways), 'key', exists (select from gateway_keys),
            'batch', exists (select from gateways where last_seen_at is not null),
            'sensor', exists (select from sensors), 'plant', exists (select from sensors where plant_id is not null),
            'batchUrl', ${new URL(DATAPOINTS_PATH, settings.publicUrl).href}::text,
            'gatewayId', (select id from gateways order by created_at desc, id desc limit 1))) as "firstSteps"`)
    return { result: { ...rows[0], needs: await needsOf(db) } }
  })
}
