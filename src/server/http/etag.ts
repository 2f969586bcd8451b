import type { FastifyInstance } from 'fastify'
import { refusal } from './problems'
import type { JsonSchema } from './schema'

/** The documented If-Match header of a call that changes a row; `requireVersions` applies to routes that declare it. */
export const ifMatchHeader: JsonSchema = {
  'if-match': {
    type: 'string',
    description:
      'Version that was read, such as "3". 412 if the row has another one; 428 if a PUT without it is not allowed (FROND_REQUIRE_IF_MATCH).',
  },
}

/** The entity tag of a row's version: `"3"`. */
export function etagOf(row: { readonly version: number }): string {
  return `"${row.version}"`
}

const tags = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*)*$/

/**
 * Whether an If-Match header permits a change of the row: it names the row's version, is `*`, or is missing. A weak tag never matches (RFC
 * 9110 §13.1.1). Throws 400 when it is no list of entity tags.
 */
export function matches(ifMatch: string | undefined, row: { readonly version: number }): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  if (!tags.test(ifMatch)) throw refusal(400, 'bad_request', 'If-Match must be a version in quotation marks, such as "3"')
  return ifMatch.split(',').some((tag) => tag.trim() === etagOf(row))
}

/** Answers 428 to every PUT without If-Match on routes that declare the header (FROND_REQUIRE_IF_MATCH). */
export function requireVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers, routeOptions }) => {
    if (method === 'PUT' && headers['if-match'] === undefined && takesVersion(routeOptions.schema?.headers))
      throw refusal(428, 'version_required', 'Send If-Match with the version that was read, such as "3"')
  })
}

function takesVersion(headers: unknown): boolean {
  const { properties } = (headers ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> }
  return properties?.['if-match'] !== undefined
}
