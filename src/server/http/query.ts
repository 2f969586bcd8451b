import type { FastifyRequest } from 'fastify'
import type { QueryFault } from '../../contract/list'
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

/** The query that a parser of the contract returned; throws 400 that names the parameters when it found faults. */
export function accepted<Query>({ query, faults }: { readonly query: Query; readonly faults: readonly QueryFault[] }): Query {
  if (faults.length === 0) return query
  throw badQuery(Object.fromEntries(faults.map(({ parameter, message }) => [parameter, message])))
}
