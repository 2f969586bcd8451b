import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps'
import { refusal } from '../problems'

/** Who a request comes from, as the guard found it. */
export interface Principal {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; undefined on routes without one. */
    principal?: Principal
  }
}

/** A Fastify onRequest hook. */
export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Lets a request pass that carries the bearer of a living session and says whose it is; anything else is 401 with `WWW-Authenticate`. */
export function sessionGuard(_deps: Deps): RequestHook {
  return async (_request, reply) => {
    reply.header('www-authenticate', 'Bearer')
    throw refusal(401, 'unauthenticated', 'Please sign in')
  }
}

/** The principal of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw refusal(401, 'unauthenticated', 'Please sign in')
  return request.principal
}
