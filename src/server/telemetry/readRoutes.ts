import type { FastifyInstance } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { array, type AnyObject, type Schema } from 'yup'
import { DAY_MS } from '../../contract/durations'
import { gateways } from '../../contract/gateways'
import { availabilityPath, gatewayAvailability, gatewayTraffic, trafficPath } from '../../contract/gatewayTraffic'
import { SPAN_DAYS_MAX } from '../../contract/metrics'
import { plants } from '../../contract/plants'
import {
  latestPath,
  latestReading,
  plantReadingsPath,
  plantSensor,
  plantSeries,
  plantSeriesPath,
  series,
  seriesPath,
  seriesQuery,
  type SeriesQuery,
} from '../../contract/readings'
import type { Resource } from '../../contract/resource'
import { sensors } from '../../contract/sensors'
import { readsOf } from '../auth/guard'
import { idOf, readRow } from '../crud/table'
import type { Queryable } from '../db/database'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { isProblemError, refusal } from '../http/problems'
import { badQuery } from '../http/query'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { availabilityOf } from './availability'
import { latestReadingsOf, plantReadingsOf } from './latest'
import { oldestKept } from './retention'
import { plantSeriesOf, readSeries } from './series'
import { trafficOf } from './traffic'

/** Whose telemetry a call reads. */
interface Subject {
  readonly resource: Resource
  readonly tag: string
  /** The sensors `s` of the row `id`: on a Citus cluster, their worker must answer. */
  readonly sensorsOf?: (id: string) => Sql
}

const sensor: Subject = { resource: sensors, tag: 'Datapoints', sensorsOf: (id) => sql`s.id = ${id}` }
const plant: Subject = { resource: plants, tag: 'Plants', sensorsOf: (id) => sql`s.plant_id = ${id}` }
const gateway: Subject = { resource: gateways, tag: 'Gateways' }

/** Routes that read telemetry: curves, latest readings with their judgement, and a gateway's traffic and availability. */
export function readingRoutes(app: FastifyInstance): void {
  readRoute(app, seriesPath(':id'), sensor, { summary: 'Read a sensor’s curve', answer: series, curve: readSeries })
  readRoute(app, latestPath(':id'), sensor, {
    summary: 'Read a sensor’s latest readings, compared with the groups of its plant',
    answer: array(latestReading).required(),
    read: latestReadingsOf,
  })
  readRoute(app, plantReadingsPath(':id'), plant, {
    summary: 'Read the latest readings of a plant’s sensors, compared with its groups',
    answer: array(plantSensor).required(),
    read: plantReadingsOf,
  })
  readRoute(app, plantSeriesPath(':id'), plant, {
    summary: 'Read the curves of a plant’s sensors',
    answer: plantSeries,
    curve: plantSeriesOf,
  })
  readRoute(app, trafficPath(':id'), gateway, {
    summary: 'Read a gateway’s last batches, and its unregistered sensors',
    answer: gatewayTraffic,
    read: trafficOf,
  })
  readRoute(app, availabilityPath(':id'), gateway, {
    summary: 'Read a gateway’s online time, and facts that may explain an outage',
    answer: gatewayAvailability,
    read: availabilityOf,
  })
}

type Read = (db: Queryable, id: string) => Promise<unknown>
type ReadCurve = (db: Queryable, id: string, query: SeriesQuery, oldest: number) => Promise<unknown>
type Call = { readonly summary: string; readonly answer: Schema } & ({ readonly read: Read } | { readonly curve: ReadCurve })

function readRoute(app: FastifyInstance, path: string, { resource, tag, sensorsOf }: Subject, call: Call): void {
  const { summary, answer } = call
  const querystring = 'curve' in call && { querystring: jsonSchema(seriesQuery) }
  const schema = documented({ tag, summary, params: byId, ...querystring, answers: { 200: resultOf(answer) } })
  app.get<ById>(routeOf(path), { schema }, async (request) => {
    const read = 'curve' in call ? curveReader(app, call.curve, request.query) : call.read
    const db = readsOf(request)
    const { id } = await readRow(db, resource, idOf(resource, request.params.id))
    if (sensorsOf) await app.db.workers?.refuseAway(sensorsOf(id))
    return { result: await read(db, id) }
  })
}

function curveReader(app: FastifyInstance, curve: ReadCurve, input: unknown): Read {
  const query = readQuery(input)
  return (db, id) => curve(db, id, query, oldestKept(app))
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
