import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountPaths } from '../../contract/account'
import { factorPaths } from '../../contract/factors'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { refusal } from '../http/problems'
import { createTokens, unauthenticated } from './bearer'
import { findSession } from './sessions'

/** The user and session of a request, set by the guard. */
export interface Principal {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  /** When the bearer expires. */
  readonly until: Date
  /** The database's log position (LSN) when the session was read; null without a standby. */
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
 * Admits requests with the bearer of a live session and sets their principal; otherwise throws 401 with `WWW-Authenticate`. Reads the
 * session on every call, so that sign-out, disabling and password reset take effect at once. Caches nothing.
 */
export function sessionGuard(deps: Deps): RequestHook {
  const tokens = createTokens(deps.settings)
  return async (request, reply) => {
    const at = deps.clock()
    const token = tokens.read(request, at)
    if (token === null || token.expired) throw unauthenticated(request, reply)
    const session = await findSession(deps.db, deps.settings, token.claims, at)
    if (session === null) throw unauthenticated(request, reply)
    if (!session.isAllowed && !isSetUp(request)) throw setUpFirst()
    const { sub: userId, sid: sessionId, exp } = token.claims
    request.principal = { userId, sessionId, email: session.email, until: new Date(exp * 1000), position: session.position }
    reply.header('cache-control', 'no-store')
  }
}

/** Routes that an account without a second factor may call where every account must have one: its own data, and the set-up of factors. */
function isSetUp({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url === accountPaths.account || url === factorPaths.list || url.startsWith(`${factorPaths.list}/`)
}

function setUpFirst(): Error {
  return refusal(403, 'second_factor_required', 'Set up a second factor first: every account on this server needs one')
}

/** The database for routes that only read: the standby where one exists and has replayed all that the caller may have seen. */
export function readsOf(request: FastifyRequest): Queryable {
  const { db } = request.server
  return db.replica?.reads(principalOf(request).position) ?? db
}

/** The principal of a request on a guarded route; throws 401 without one. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw refusal(401, 'unauthenticated', 'Please sign in')
  return request.principal
}
