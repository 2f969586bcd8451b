import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { array, type AnyObject } from 'yup'
import { DAY_MS } from '../../contract/durations'
import { gateways } from '../../contract/gateways'
import { gatewayAvailability, gatewayTraffic } from '../../contract/gatewayTraffic'
import { SPAN_DAYS_MAX } from '../../contract/metrics'
import { plants } from '../../contract/plants'
import { latestReading, plantSensor, plantSeries, series, seriesQuery } from '../../contract/readings'
import type { Resource } from '../../contract/resource'
import { sensors } from '../../contract/sensors'
import { readsOf } from '../auth/guard'
import { idOf, readRow } from '../crud/table'
import type { Queryable } from '../db/database'
import { byId, documented, resultOf, type ById } from '../http/openapi'
import { isProblemError, refusal } from '../http/problems'
import { badQuery } from '../http/query'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { availabilityOf } from './availability'
import { latestReadingsOf, plantReadingsOf } from './latest'
import { oldestKept } from './retention'
import { plantSeriesOf, readSeries } from './series'
import { trafficOf } from './traffic'

/** Routes that read telemetry: curves, latest readings with their judgement, and a gateway's traffic and availability. */
export function readingRoutes(app: FastifyInstance): void {
  const seriesSchema = documented({
    tag: 'Datapoints',
    summary: 'Read a sensor’s curve',
    params: byId,
    querystring: jsonSchema(seriesQuery),
    answers: { 200: resultOf(series) },
  })
  app.get<ById>(`${sensors.path}/:id/datapoints`, { schema: seriesSchema }, async (request) => {
    const query = readQuery(request.query)
    const db = readsOf(request)
    const id = await existingId(db, sensors, request.params.id)
    await app.db.workers?.refuseAway(sql`s.id = ${id}`)
    return { result: await readSeries(db, id, query, oldestKept(app)) }
  })
  const latestSchema = documented({
    tag: 'Datapoints',
    summary: 'Read a sensor’s latest readings, compared with the groups of its plant',
    params: byId,
    answers: { 200: resultOf(array(latestReading).required()) },
  })
  app.get<ById>(`${sensors.path}/:id/latest`, { schema: latestSchema }, async (request) => {
    const db = readsOf(request)
    const id = await existingId(db, sensors, request.params.id)
    await app.db.workers?.refuseAway(sql`s.id = ${id}`)
    return { result: await latestReadingsOf(db, id) }
  })
  const plantSchema = documented({
    tag: 'Plants',
    summary: 'Read the latest readings of a plant’s sensors, compared with its groups',
    params: byId,
    answers: { 200: resultOf(array(plantSensor).required()) },
  })
  app.get<ById>(`${plants.path}/:id/readings`, { schema: plantSchema }, async (request) => {
    const db = readsOf(request)
    const id = await existingId(db, plants, request.params.id)
    await app.db.workers?.refuseAway(sql`s.plant_id = ${id}`)
    return { result: await plantReadingsOf(db, id) }
  })
  const trafficSchema = documented({
    tag: 'Gateways',
    summary: 'Read a gateway’s last batches, and its unregistered sensors',
    params: byId,
    answers: { 200: resultOf(gatewayTraffic) },
  })
  app.get<ById>(`${gateways.path}/:id/traffic`, { schema: trafficSchema }, async (request) => {
    const db = readsOf(request)
    const id = await existingId(db, gateways, request.params.id)
    return { result: await trafficOf(db, id) }
  })
  const availabilitySchema = documented({
    tag: 'Gateways',
    summary: 'Read a gateway’s online time, and facts that may explain an outage',
    params: byId,
    answers: { 200: resultOf(gatewayAvailability) },
  })
  app.get<ById>(`${gateways.path}/:id/availability`, { schema: availabilitySchema }, async (request) => {
    const db = readsOf(request)
    const id = await existingId(db, gateways, request.params.id)
    return { result: await availabilityOf(db, id) }
  })
  const plantSeriesSchema = documented({
    tag: 'Plants',
    summary: 'Read the curves of a plant’s sensors',
    params: byId,
    querystring: jsonSchema(seriesQuery),
    answers: { 200: resultOf(plantSeries) },
  })
  app.get<ById>(`${plants.path}/:id/datapoints`, { schema: plantSeriesSchema }, async (request) => {
    const query = readQuery(request.query)
    const db = readsOf(request)
    const id = await existingId(db, plants, request.params.id)
    await app.db.workers?.refuseAway(sql`s.plant_id = ${id}`)
    return { result: await plantSeriesOf(db, id, query, oldestKept(app)) }
  })
}

async function existingId(db: Queryable, resource: Resource, param: string): Promise<string> {
  const id = idOf(resource, param)
  await readRow(db, resource, id)
  return id
}

/** Parses the query of a curve; throws 400 that names what is wrong. */
function readQuery(input: unknown) {
  const { points, ...rest } = input as AnyObject
  try {
    const query = validated(seriesQuery, { ...rest, ...(points !== undefined && { points: Number(points) }) })
    const days = (Date.parse(query.to) - Date.parse(query.from)) / DAY_MS
    if (days > 0 && days <= SPAN_DAYS_MAX) return query
  } catch (error) {
    if (!isProblemError(error)) throw error
    throw refusal(400, 'bad_query', error.message, error.details)
  }
  throw badQuery({ from: `from must be before to, within ${SPAN_DAYS_MAX} days` })
}
