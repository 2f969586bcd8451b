import type { FastifyReply, FastifyRequest } from 'fastify'
import { ID_PATTERN } from '../../contract/fields'
import type { Resource } from '../../contract/resource'
import { principalOf } from '../auth/guard'
import { etagOf } from '../http/etag'
import type { Actor } from './hooks'
import type { Row } from './table'
import { missing } from './write'

/** A row's answer, with its version as the entity tag. */
export function answer(reply: FastifyReply, row: Row): { result: Row } {
  reply.header('etag', etagOf(row))
  return { result: row }
}

/** An id as it stands in a path; one of another shape names nothing. */
export function idOf(resource: Pick<Resource, 'nouns'>, id: string): string {
  if (!ID_PATTERN.test(id)) throw missing(resource)
  return id
}

/** Who asks, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { userId: principalOf(request).userId, requestId: request.id }
}
