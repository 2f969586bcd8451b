import { PAGE_SIZE, PAGE_SIZE_MAX, QUERY_MAX } from '../../contract/list'
import { changePreview } from '../../contract/preview'
import { REASSIGN_PARAM, type Operation, type Resource } from '../../contract/resource'
import { conditional } from '../http/conditions'
import { byId, documented, resultOf, type Documentation } from '../http/openapi'
import { jsonSchema, type JsonSchema } from '../http/schema'

type Call = Operation | 'preview'

const idempotencyKey = {
  'idempotency-key': { type: 'string', description: 'A request that repeats the key creates no second row.' },
}

/** The Fastify schema of one of a resource's calls. */
export function crudSchema(resource: Resource, call: Call) {
  return documented({ tag: tagOf(resource), ...descriptions[call](resource) })
}

/** The documentation section (tag) of a resource's calls. */
export function tagOf({ nouns: { many } }: Pick<Resource, 'nouns'>): string {
  return many.charAt(0).toUpperCase() + many.slice(1)
}

const reassignTo: JsonSchema = {
  type: 'object',
  properties: {
    [REASSIGN_PARAM]: {
      type: 'string',
      format: 'uuid',
      description: 'Id of the replacement: rows that use the deleted one use it instead.',
    },
  },
}
/** The schema of a row. */
export const rowOf = ({ name }: Resource): JsonSchema => ({ $ref: `${name}#` })

const descriptions: Readonly<Record<Call, (resource: Resource) => Omit<Documentation, 'tag'>>> = {
  list: (resource) => ({
    summary: `List ${resource.nouns.many}`,
    querystring: listParameters(resource),
    answers: { 200: pageOf(rowOf(resource)) },
  }),
  get: (resource) => ({ summary: `Read a ${resource.nouns.one}`, params: byId, answers: { 200: resultOf(rowOf(resource)) } }),
  create: (resource) => ({
    summary: `Create a ${resource.nouns.one}`,
    headers: { type: 'object', properties: idempotencyKey },
    body: { $ref: `${resource.name}Draft#` },
    answers: { 201: resultOf(rowOf(resource)) },
  }),
  update: (resource) => ({
    summary: `Change a ${resource.nouns.one}`,
    ...(resource.updateAt === 'item' && { params: byId }),
    headers: conditional,
    body: changeOf(resource),
    answers: { 200: resultOf(rowOf(resource)) },
  }),
  remove: (resource) => ({
    summary: `Delete a ${resource.nouns.one}`,
    params: byId,
    ...(resource.reassigns && { querystring: reassignTo }),
    headers: conditional,
    answers: { 204: null },
  }),
  preview: (resource) => ({
    summary: `Preview a change of a ${resource.nouns.one}`,
    params: byId,
    body: changeOf(resource),
    answers: { 200: resultOf(changePreview) },
  }),
}

/** The schema of a page of rows. */
export function pageOf(row: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { result: { type: 'array', items: row }, meta: { $ref: 'PageMeta#' } },
    required: ['result', 'meta'],
  }
}

/** The schema of a list's query parameters. */
export function listParameters({ list }: Pick<Resource, 'list'>): JsonSchema {
  const described = `One or more of ${list.sort.join(', ')}, separated by commas; - in front for descending.`
  return {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1, default: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE },
      sort: { type: 'string', default: list.defaultSort, description: described },
      ...matchParameters({ list }),
    },
  }
}

/** The schemas of the parameters that choose a list's rows: its search and its filters. */
export function matchParameters({ list }: Pick<Resource, 'list'>): JsonSchema {
  const filters = Object.entries(list.filter).map(([name, schema]) => [name, { type: 'array', items: jsonSchema(schema) }])
  return {
    q: {
      type: 'string',
      maxLength: QUERY_MAX,
      description: `Text to find in ${list.search.join(', ')}; a term of one or two letters matches only the beginning of a word or, together with other terms, only a whole word.`,
    },
    ...Object.fromEntries(filters),
  }
}

/** The schema of a change: all fields are optional. */
function changeOf({ draft, updateAt }: Resource): JsonSchema {
  const { required: _all, properties = {}, ...rest } = jsonSchema(draft)
  if (updateAt === 'item') return { ...rest, properties }
  return { ...rest, properties: { id: { type: 'string', format: 'uuid' }, ...(properties as JsonSchema) }, required: ['id'] }
}
