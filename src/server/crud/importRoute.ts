import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CSV_TYPE, DRY_RUN_PARAM, IMPORT_BYTES_MAX, importColumns, importOutcome, importPath } from '../../contract/import'
import type { Resource } from '../../contract/resource'
import { refuseCharset } from '../http/body'
import { readIdempotencyKey } from '../http/conditions'
import { isProblemError, refusal } from '../http/problems'
import { badQuery } from '../http/query'
import { refusalOf, sendProblem } from '../http/errors'
import { documented, resultOf } from '../http/openapi'
import { tagOf } from './document'
import { importRows } from './import'
import { tooLarge } from './importFile'
import { actorOf } from '../auth/guard'
import { refuseEnded } from '../auth/sessions'
import type { Writer } from './write'

/** Registers the CSV import in a scope of its own, because only this call accepts CSV bodies. */
export function importRoute(app: FastifyInstance, writer: Writer): void {
  const { resource } = writer
  if (!resource.ops.includes('create')) return
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      CSV_TYPE,
      { parseAs: 'buffer', bodyLimit: IMPORT_BYTES_MAX },
      async (request: FastifyRequest, body: Buffer) => {
        refuseCharset(request, 'CSV')
        return body
      },
    )
    scope.setErrorHandler((error, request, reply) => sendProblem(inOurWords(error), request, reply))
    const options = { schema: schemaOf(resource), bodyLimit: IMPORT_BYTES_MAX, config: { slow: true } }
    scope.post(importPath(resource), options, async (request, reply) => {
      await refuseEnded(app, request, reply)
      const actor = actorOf(request)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const call = { bytes, dryRun: readDryRun(request.query), request: readIdempotencyKey(request, actor.userId) }
      return { result: await importRows(writer, call, actor) }
    })
  })
}

function schemaOf(resource: Resource) {
  const schema = documented({
    tag: tagOf(resource),
    summary: `Import ${resource.nouns.many} from a CSV file`,
    querystring: {
      type: 'object',
      properties: { [DRY_RUN_PARAM]: { type: 'boolean', default: false, description: 'Validates every row and stores none.' } },
    },
    headers: {
      type: 'object',
      properties: { 'idempotency-key': { type: 'string', description: 'A request that repeats the key creates no row twice.' } },
    },
    body: { type: 'string', description: `A header and its rows (RFC 4180). Columns: ${columnWords(resource)}.` },
    answers: { 200: resultOf(importOutcome) },
  })
  return { ...schema, consumes: [CSV_TYPE] }
}

function columnWords(resource: Resource): string {
  return importColumns(resource)
    .map(({ name, required }) => (required ? `${name} (required)` : name))
    .join(', ')
}

/** Rewords Fastify's refusals of a body, which speak of JSON. */
function inOurWords(error: unknown): unknown {
  if (isProblemError(error)) return error
  const { problemCode } = refusalOf(error)
  if (problemCode === 'too_large') return tooLarge()
  return problemCode === 'unsupported_type' ? refusal(415, 'unsupported_type', `Send CSV: Content-Type ${CSV_TYPE}`) : error
}

function readDryRun(query: unknown): boolean {
  const given = Object.entries(query ?? {})
  for (const [name, value] of given) {
    const sentence = name === DRY_RUN_PARAM ? `${name} must be true or false` : `${name} is not a parameter of this call`
    if (name !== DRY_RUN_PARAM || (value !== 'true' && value !== 'false')) throw badQuery({ [name]: sentence })
  }
  return given.some(([, value]) => value === 'true')
}
