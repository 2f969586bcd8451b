import type { FastifyReply, FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { accountPaths } from '../../contract/account'
import { factorPaths } from '../../contract/factors'
import type { Actor } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { refusal } from '../http/problems'
import type { Settings } from '../process/settings'
import { createTokens, unauthenticated, type Claims } from './bearer'
import { hasFactor } from './factors/accountFactors'

/** Seconds between updates of a session's `seen_at`, and their upper bound as a share of the idle time. */
const TOUCH_S = 60
const TOUCH_SHARE = 0.1

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
    const session = await findSession(deps, token.claims, at)
    if (session === null) throw unauthenticated(request, reply)
    if (!session.isAllowed && !isSetUp(request)) throw setUpFirst()
    const { sub: userId, sid: sessionId, exp } = token.claims
    request.principal = { userId, sessionId, email: session.email, until: new Date(exp * 1000), position: session.position }
    reply.header('cache-control', 'no-store')
  }
}

/** Condition on `sessions s` and their `users u`: the session is live. */
export function isLive({ sessionIdleS }: Pick<Settings, 'sessionIdleS'>, at: Date): Sql {
  return sql`u.active and s.ended_at is null and s.expires_at > ${at} and s.seen_at > ${before(at, sessionIdleS)}`
}

/** Condition on `users u`: the account has a second factor, if the settings require one. */
export function hasRequiredFactor({ secondFactor }: Pick<Settings, 'secondFactor'>): Sql {
  return secondFactor === 'required' ? hasFactor : sql`true`
}

interface LiveSession {
  readonly email: string
  /** The account has the second factor that the settings require. */
  readonly isAllowed: boolean
  readonly isFirstUse: boolean
  readonly isQuiet: boolean
  /** With a standby: the primary's log position, which covers everything committed before and so all that the caller may have seen. */
  readonly position: string | null
}

/** Finds the live session of a bearer and its user; null when it has ended or the user is deleted or disabled. */
async function findSession({ db, settings }: Deps, { sid, sub, gen }: Claims, at: Date): Promise<LiveSession | null> {
  const noted = before(at, Math.min(TOUCH_S, settings.sessionIdleS * TOUCH_SHARE))
  const position = sql`case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end`
  const { rows } = await db.query<LiveSession>(sql`
    select u.email, s.generation = ${gen} and not s.generation_used as "isFirstUse", s.seen_at < ${noted} as "isQuiet",
      ${hasRequiredFactor(settings)} as "isAllowed",
      ${db.replica === undefined ? sql`null` : position} as position
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.generation >= ${gen} and ${isLive(settings, at)}`)
  const [session = null] = rows
  if (session !== null && (session.isFirstUse || session.isQuiet)) await touchSession(db, sid, gen, at)
  return session
}

async function touchSession(db: Queryable, sid: string, gen: number, at: Date): Promise<void> {
  await db.query(sql`
    update sessions set seen_at = greatest(seen_at, ${at}), generation_used = generation_used or generation = ${gen} where id = ${sid}`)
}

function before(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000)
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

/** The user and id of a request on a guarded route, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { userId: principalOf(request).userId, requestId: request.id }
}
