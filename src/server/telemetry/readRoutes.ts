import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { array, type AnyObject } from 'yup'
import {
  gatewayTraffic,
  latestReading,
  series,
  seriesQuery,
  type GatewayTraffic,
  type LatestReading,
} from '../../contract/datapoints'
import { gateways } from '../../contract/gateways'
import type { Resource } from '../../contract/resource'
import { sensors } from '../../contract/sensors'
import { idOf } from '../crud/request'
import { read } from '../crud/write'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { documented, resultOf } from '../openapi'
import { isProblemError, refusal } from '../problems'
import { jsonSchema } from '../schema'
import { validated } from '../validate'
import { idParams } from './routes'
import { readSeries } from './series'

interface ById {
  Params: { id: string }
}

/** Most days that a curve may span. */
const SPAN_DAYS_MAX = 3660

/** What the console reads of the readings: curves, the latest with their judgement, and how a gateway's calls went. */
export function readingRoutes(app: FastifyInstance, { db }: Deps): void {
  const seriesSchema = documented({
    tag: 'Datapoints',
    summary: 'Read a sensor’s curve',
    params: idParams,
    querystring: jsonSchema(seriesQuery),
    answers: { 200: resultOf(series) },
  })
  app.get<ById>(`${sensors.path}/:id/datapoints`, { schema: seriesSchema }, async (request) => {
    const query = readQuery(request.query)
    const id = await existing(db, sensors, request.params.id)
    return { result: await readSeries(db, id, query) }
  })
  const latestSchema = documented({
    tag: 'Datapoints',
    summary: 'Read a sensor’s latest readings, judged against its plant’s groups',
    params: idParams,
    answers: { 200: resultOf(array(latestReading).required()) },
  })
  app.get<ById>(`${sensors.path}/:id/latest`, { schema: latestSchema }, async (request) => {
    const id = await existing(db, sensors, request.params.id)
    return { result: await latestOf(db, id) }
  })
  const trafficSchema = documented({
    tag: 'Gateways',
    summary: 'Read how a gateway’s calls went',
    params: idParams,
    answers: { 200: resultOf(gatewayTraffic) },
  })
  app.get<ById>(`${gateways.path}/:id/traffic`, { schema: trafficSchema }, async (request) => {
    const id = await existing(db, gateways, request.params.id)
    return { result: await trafficOf(db, id) }
  })
}

async function existing(db: Queryable, resource: Resource, given: string): Promise<string> {
  const id = idOf(resource, given)
  await read(db, resource, id)
  return id
}

/** The query of a curve; throws 400 naming what is wrong with it. */
function readQuery(given: unknown) {
  const { points, ...rest } = given as AnyObject
  try {
    const query = validated(seriesQuery, { ...rest, ...(points !== undefined && { points: Number(points) }) })
    const days = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000
    if (days > 0 && days <= SPAN_DAYS_MAX) return query
  } catch (error) {
    if (!isProblemError(error)) throw error
    throw refusal(400, 'bad_query', error.message)
  }
  throw refusal(400, 'bad_query', `from lies before to, by at most ${SPAN_DAYS_MAX} days`)
}

async function latestOf(db: Queryable, sensorId: string): Promise<LatestReading[]> {
  const { rows } = await db.query<LatestReading>(sql`
    select metric, value, measured_at as "measuredAt", status, min, max
    from sensor_metrics where sensor_id = ${sensorId} order by metric`)
  return rows
}

async function trafficOf(db: Queryable, gatewayId: string): Promise<GatewayTraffic> {
  const key = await db.query<{ at: string }>(sql`select created_at as at from gateway_keys where gateway_id = ${gatewayId}`)
  const checkIns = await db.query<GatewayTraffic['checkIns'][number]>(sql`
    select at, stored, duplicates, refused, unknown, firmware_version as "firmwareVersion"
    from gateway_check_ins where gateway_id = ${gatewayId} order by at desc limit 20`)
  const unknown = await db.query<GatewayTraffic['unknownSensors'][number]>(sql`
    select eui, first_heard_at as "firstHeardAt", last_heard_at as "lastHeardAt"
    from unknown_sensors u where gateway_id = ${gatewayId} and not exists (select from sensors where sensors.eui = u.eui)
    order by last_heard_at desc, eui limit 100`)
  return { keyCreatedAt: key.rows[0]?.at ?? null, checkIns: checkIns.rows, unknownSensors: unknown.rows }
}
