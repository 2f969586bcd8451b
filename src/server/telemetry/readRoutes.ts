import type { FastifyInstance } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { array, type AnyObject } from 'yup'
import { gatewayTraffic, type GatewayTraffic } from '../../contract/gatewayTraffic'
import {
  latestReading,
  PLANT_SENSORS_MAX,
  plantSensor,
  series,
  seriesQuery,
  type LatestReading,
  type PlantSensor,
} from '../../contract/readings'
import { gateways } from '../../contract/gateways'
import { plants } from '../../contract/plants'
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
  const plantSchema = documented({
    tag: 'Plants',
    summary: 'Read the latest readings of a plant’s sensors, judged against its groups',
    params: idParams,
    answers: { 200: resultOf(array(plantSensor).required()) },
  })
  app.get<ById>(`${plants.path}/:id/readings`, { schema: plantSchema }, async (request) => {
    const id = await existing(db, plants, request.params.id)
    return { result: await plantReadingsOf(db, id) }
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

/**
 * The latest of every metric of the sensors that `which` names. What the group wants of light by day is told beside illuminance, and nobody
 * is judged by it: at night it is dark.
 */
const told = (which: Sql) => sql`
  select m.sensor_id, m.metric, m.value, m.measured_at, m.status, coalesce(m.min, by_day.lux_min) as min, coalesce(m.max, by_day.lux_max) as max
  from sensor_metrics m
  left join lateral (
    select l.lux_min, l.lux_max from sensors s
    join plants p on p.id = s.plant_id join light_groups l on l.id = p.light_group_id
    where s.id = m.sensor_id and m.metric = 'illuminance'
  ) as by_day on true
  where m.sensor_id ${which}`

async function latestOf(db: Queryable, sensorId: string): Promise<LatestReading[]> {
  const { rows } = await db.query<LatestReading>(sql`
    select metric, value, measured_at as "measuredAt", status, min, max
    from (${told(sql`= ${sensorId}`)}) as told order by metric`)
  return rows
}

async function plantReadingsOf(db: Queryable, plantId: string): Promise<PlantSensor[]> {
  const { rows } = await db.query<
    Omit<PlantSensor, 'readings'> & { [Field in keyof LatestReading]: LatestReading[Field] | null }
  >(sql`
    select of_plant.id as "sensorId", of_plant.name as "sensorName",
      of_plant.moisture_calibrated as "moistureCalibrated", m.metric, m.value, m.measured_at as "measuredAt", m.status, m.min, m.max
    from (select id, name, moisture_calibrated from sensors where plant_id = ${plantId} order by name, id limit ${PLANT_SENSORS_MAX}) as of_plant
    left join lateral (${told(sql`= of_plant.id`)}) as m on true
    order by of_plant.name, of_plant.id, m.metric`)
  const sensors = new Map<string, Omit<PlantSensor, 'readings'> & { readings: LatestReading[] }>()
  for (const { sensorId, sensorName, moistureCalibrated, metric, status, ...rest } of rows) {
    const sensor = sensors.get(sensorId) ?? { sensorId, sensorName, moistureCalibrated, readings: [] }
    sensors.set(sensorId, sensor)
    // A sensor that never measured stands there without readings.
    if (metric !== null && status !== null) sensor.readings.push({ metric, status, ...rest })
  }
  return [...sensors.values()]
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
