import type { FastifyReply, FastifyRequest } from 'fastify'
import { ID_PATTERN } from '../../contract/fields'
import type { Resource } from '../../contract/resource'
import { principalOf } from '../auth/guard'
import { etagOf } from '../http/etag'
import type { Actor } from './hooks'
import type { Row } from './table'
import { missing } from './write'

/** The answer with a row; sets its version as the entity tag. */
export function answer(reply: FastifyReply, row: Row): { result: Row } {
  reply.header('etag', etagOf(row))
  return { result: row }
}

/** Checks an id from a path; throws 404 for one that is not a UUID. */
export function idOf(resource: Pick<Resource, 'nouns'>, id: string): string {
  if (!ID_PATTERN.test(id)) throw missing(resource)
  return id
}

/** The request's user, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { userId: principalOf(request).userId, requestId: request.id }
}
