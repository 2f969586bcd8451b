import type { FastifyRequest } from 'fastify'
import { refusal, type ProblemError } from './problems'

/** The parameters of a request's query, repeated ones included. */
export function paramsOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

/** Creates the 400 for these parameters of a query; its message is the first sentence. */
export function badQuery(fields: Readonly<Record<string, string>>): ProblemError {
  const [first = 'The query is not valid'] = Object.values(fields)
  return refusal(400, 'bad_query', first, { fields })
}
