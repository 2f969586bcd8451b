import type { FastifyReply, FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import type { Settings } from '../process/settings'
import { unauthenticated, type Claims } from './bearer'
import type { Client } from './clients'
import { hasRequiredFactor, isLive, principalOf } from './guard'

/** Seconds for which the previous bearer still fetches the current one: for two tabs, or after a lost answer. */
const GRACE_S = 10

type Limits = Pick<Settings, 'sessionIdleS' | 'sessionMaxS'>

/** The parts of a session that a bearer contains. */
export interface Session {
  readonly userId: string
  readonly sessionId: string
  readonly generation: number
  /** Whole seconds until its absolute end. */
  readonly secondsLeft: number
}

/** Why a session ended. `ended`: its owner ended it from another session. `joined`: the mailbox's owner linked a provider's account. */
export type EndReason = 'signed_out' | 'password_reset' | 'password_changed' | 'token_reused' | 'disabled' | 'ended' | 'joined'

/** Starts a session of the user on `client`. */
export async function startSession(
  tx: Queryable,
  { sessionMaxS }: Limits,
  userId: string,
  { ip, userAgent, deviceId = null, factor = null }: Client,
  at: Date,
): Promise<Session> {
  const sessionId = uuid()
  await tx.query(sql`
    insert into sessions (id, user_id, user_agent, ip, device_id, factor, rotated_at, created_at, seen_at, expires_at)
    values (${sessionId}, ${userId}, ${userAgent}, ${ip}, ${deviceId}, ${factor}, ${at}, ${at}, ${at}, ${after(at, sessionMaxS)})`)
  return { userId, sessionId, generation: 1, secondsLeft: sessionMaxS }
}

/** A session as shown to its owner. */
export interface SeenSession {
  readonly id: string
  readonly userAgent: string | null
  readonly ip: string | null
  readonly startedAt: string
  readonly seenAt: string
  readonly expiresAt: string
}

/** Lists the live sessions of a user, the last seen first. */
export async function liveSessions(db: Queryable, limits: Limits, userId: string, at: Date): Promise<readonly SeenSession[]> {
  const { rows } = await db.query<SeenSession>(sql`
    select s.id, s.user_agent as "userAgent", s.ip, s.created_at as "startedAt", s.seen_at as "seenAt", s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and ${isLive(limits, at)} order by s.seen_at desc, s.id desc`)
  return rows
}

/** Returns those of these sessions that may read: they are live, and their accounts have a second factor, if one is required. */
export async function readersAmong(
  db: Queryable,
  settings: Limits & Pick<Settings, 'secondFactor'>,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(sql`
    select s.id from sessions s join users u on u.id = s.user_id
    where s.id = any(${ids}::uuid[]) and ${isLive(settings, at)} and ${hasRequiredFactor(settings)}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Throws 401 when the session has ended while the request's body arrived, which may take minutes. Ignores the bearer's expiry: a long upload
 * may outlive it.
 */
export async function refuseEnded({ db, settings, clock }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const readers = await readersAmong(db, settings, [principalOf(request).sessionId], clock())
  if (readers.size === 0) throw unauthenticated(request, reply)
}

/**
 * Advances a session by one generation if the bearer is of the current one. Compares and sets in one statement, so that of concurrent calls
 * one wins; the others, and an owner who never received the answer, get the current generation again. An older bearer indicates theft:
 * `reused`.
 */
export async function rotateSession(db: Queryable, limits: Limits, claims: Claims, at: Date): Promise<Session | 'reused' | null> {
  const { sid: sessionId, sub: userId, gen } = claims
  const { rows } = await db.query<Generation>(sql`
    update sessions s set generation = s.generation + 1, generation_used = false, rotated_at = ${at}, seen_at = ${at}
    from users u
    where u.id = s.user_id and s.id = ${sessionId} and s.user_id = ${userId} and s.generation = ${gen} and ${isLive(limits, at)}
    returning s.generation, ${secondsLeft(at)}`)
  const [rotated] = rows
  if (rotated !== undefined) return { userId, sessionId, ...rotated }
  const current = await currentGeneration(db, limits, claims, at)
  if (current === null) return null
  const { isInGrace, ...generation } = current
  return isInGrace ? { userId, sessionId, ...generation } : 'reused'
}

type Generation = Pick<Session, 'generation' | 'secondsLeft'>

/** Reads the session's current generation, and whether the bearer of an earlier one may have it. */
async function currentGeneration(db: Queryable, limits: Limits, { sid, sub, gen }: Claims, at: Date) {
  const { rows } = await db.query<Generation & { isInGrace: boolean }>(sql`
    select s.generation, ${secondsLeft(at)},
      s.generation - ${gen} <= 1 and (not s.generation_used or s.rotated_at >= ${after(at, -GRACE_S)}) as "isInGrace"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.generation >= ${gen} and ${isLive(limits, at)}`)
  return rows[0] ?? null
}

/** Ends one session of a user; false when it is another user's, has ended, or never reached the bearer's generation. */
export async function endSession(
  tx: Queryable,
  { userId, sessionId, generation = 0 }: Pick<Session, 'userId' | 'sessionId'> & Partial<Session>,
  reason: EndReason,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update sessions set ended_at = ${at}, ended_reason = ${reason}
    where id = ${sessionId} and user_id = ${userId} and generation >= ${generation} and ended_at is null`)
  return rowCount > 0
}

/**
 * Ends all sessions of a user except `exceptId`, also those that have expired, and sign-ins that wait for their second step; returns the
 * number of sessions.
 */
export async function endSessions(
  tx: Queryable,
  userId: string,
  reason: EndReason,
  at: Date,
  exceptId: string | null = null,
): Promise<number> {
  await tx.query(sql`delete from factor_challenges where user_id = ${userId}`)
  const { rowCount } = await tx.query(sql`
    update sessions set ended_at = ${at}, ended_reason = ${reason}
    where user_id = ${userId} and id is distinct from ${exceptId}::uuid and ended_at is null`)
  return rowCount
}

function secondsLeft(at: Date): Sql {
  return sql`ceil(extract(epoch from s.expires_at - ${at}::timestamptz))::integer as "secondsLeft"`
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
