import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { humidityGroups } from '../../contract/humidityGroups'
import { lightGroups } from '../../contract/lightGroups'
import { QUERY_MAX, searchWords } from '../../contract/list'
import {
  compactPlant,
  SEARCH_RESULTS,
  SEARCH_RESULTS_MAX,
  foundPlant,
  plantGroups,
  plantName,
  plantPaths,
} from '../../contract/plantCalls'
import type { Resource } from '../../contract/resource'
import { temperatureGroups } from '../../contract/temperatureGroups'
import { tableOf, type Row } from '../crud/table'
import type { Queryable } from '../db/database'
import { documented, resultOf } from '../http/openapi'
import { badQuery, paramsOf } from '../http/query'
import { jsonSchema, type JsonSchema } from '../http/schema'
import { searchPlants, type Search } from './plantSearch'

const tag = 'Plants'
const listOf = (row: Parameters<typeof jsonSchema>[0]): JsonSchema => ({
  type: 'array',
  items: jsonSchema(row, { complete: true }),
})

/** Routes of plants beyond CRUD: the compact list, names, groups, and search. */
export function plantRoutes(app: FastifyInstance): void {
  const { db } = app
  const whole = (summary: string, schema: JsonSchema) => ({
    schema: documented({ tag, summary, answers: { 200: resultOf(schema) } }),
    preHandler: async (request: FastifyRequest) => refuseQuery(request),
  })
  app.get(plantPaths.compact, whole('List all plants in compact form', listOf(compactPlant)), async () => {
    const { fields, column } = tableOf({ path: plantPaths.compact, row: compactPlant })
    return { result: (await db.query<Row>(sql`select ${fields} from plants v order by ${column('title')}, v.id`)).rows }
  })
  app.get(plantPaths.names, whole('List the names of all plants', listOf(plantName)), async () => {
    return { result: (await db.query<Row>(sql`select id, title as name, status from plants order by title, id`)).rows }
  })
  app.get(plantPaths.groups, whole('List all humidity, temperature and light groups', jsonSchema(plantGroups)), async () => {
    const [humidity, temperature, light] = await Promise.all(
      [humidityGroups, temperatureGroups, lightGroups].map((resource: Resource) => allRows(db, resource)),
    )
    return { result: { humidityGroups: humidity, temperatureGroups: temperature, lightGroups: light } }
  })
  const schema = documented({
    tag,
    summary: 'Find plants by any of their names, the best match first',
    querystring: {
      type: 'object',
      properties: {
        q: { type: 'string', minLength: 1, maxLength: QUERY_MAX },
        limit: { type: 'integer', minimum: 1, maximum: SEARCH_RESULTS_MAX, default: SEARCH_RESULTS },
      },
      required: ['q'],
    },
    answers: { 200: resultOf(listOf(foundPlant)) },
  })
  app.get(plantPaths.search, { schema }, (request) => searchPlants(db, readSearch(request)).then((result) => ({ result })))
}

async function allRows(db: Queryable, resource: Resource): Promise<Row[]> {
  const { fields, view, column } = tableOf(resource)
  return (await db.query<Row>(sql`select ${fields} from ${view} v order by ${column(resource.title)}, v.id`)).rows
}

/** Refuses parameters on calls that return everything: a client that asked for a part would be misled. */
function refuseQuery(request: FastifyRequest): void {
  const [name] = paramsOf(request).keys()
  if (name !== undefined) throw badQuery({ [name]: `${name} is not a parameter of this call: it returns everything` })
}

function readSearch(request: FastifyRequest): Search {
  const params = paramsOf(request)
  for (const name of params.keys())
    if (name !== 'q' && name !== 'limit') throw badQuery({ [name]: `${name} is not a parameter of this search` })
  const [q = '', ...more] = params.getAll('q')
  if (more.length > 0 || q.trim() === '' || q.length > QUERY_MAX || q.includes('\0') || !q.isWellFormed())
    throw badQuery({ q: `q must be one text of 1 to ${QUERY_MAX} characters` })
  const limits = params.getAll('limit')
  const limit = limits.length === 0 ? SEARCH_RESULTS : /^[1-9]\d?$/.test(limits.join()) ? Number(limits[0]) : Number.NaN
  if (!(limit <= SEARCH_RESULTS_MAX)) throw badQuery({ limit: `limit must be a whole number from 1 to ${SEARCH_RESULTS_MAX}` })
  return { text: searchWords(q).join(' '), limit }
}
