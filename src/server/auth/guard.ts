import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountPaths } from '../../contract/account'
import { factorPaths } from '../../contract/factors'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { refusal } from '../http/problems'
import { bearerOf, unauthenticated } from './bearer'
import { findSession } from './sessions'
import { createTokens } from './tokens'

/** Who a request comes from, as the guard found it. */
export interface Principal {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  /** When its bearer expires. */
  readonly until: Date
  /** How far the database had come when the session was read; null where no standby answers reads. */
  readonly position: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; undefined on routes without one. */
    principal?: Principal
  }
}

/** A Fastify onRequest hook. */
export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Lets a request pass that carries the bearer of a living session, and says whose it is; anything else is 401 with `WWW-Authenticate`.
 * The session's row is read on every call, so that sign-out, disabling and a password reset bite at once. What passes is not cached.
 */
export function sessionGuard(deps: Deps): RequestHook {
  const tokens = createTokens(deps.settings)
  return async (request, reply) => {
    const at = deps.clock()
    const bearer = bearerOf(request)
    const token = bearer === null ? null : tokens.read(bearer, at)
    if (token === null || token.expired) throw unauthenticated(request, reply)
    const session = await findSession(deps.db, deps.settings, token.claims, at)
    if (session === null) throw unauthenticated(request, reply)
    if (!session.isAllowed && !isSetUp(request)) throw setUpFirst()
    const { sub: userId, sid: sessionId, exp } = token.claims
    request.principal = { userId, sessionId, email: session.email, until: new Date(exp * 1000), position: session.position }
    reply.header('cache-control', 'no-store')
  }
}

/** What an account without a second factor may do where every account has to have one: see who it is, and get one. */
function isSetUp({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url === accountPaths.account || url === factorPaths.list || url.startsWith(`${factorPaths.list}/`)
}

function setUpFirst(): Error {
  return refusal(403, 'second_factor_required', 'Set up a second factor first: every account on this server has to have one')
}

/** What a guarded route reads from that changes nothing: a standby where there is one, which has all that the caller may have seen. */
export function readsOf(request: FastifyRequest): Queryable {
  const { db } = request.server
  return db.replica?.reads(principalOf(request).position) ?? db
}

/** The principal of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw refusal(401, 'unauthenticated', 'Please sign in')
  return request.principal
}
