import sql, { type Sql } from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable } from '../db/database'
import type { Settings } from '../process/settings'
import type { Client } from './clients'
import { hasFactor } from './factors/held'
import type { Claims } from './tokens'

/** Seconds for which the bearer before the current one still fetches the current one: two tabs, or an answer that got lost. */
const GRACE_S = 10
/** Seconds between two notes of a session's last sign of life, and the share of the idle time that they may be at most. */
const TOUCH_S = 60
const TOUCH_SHARE = 0.1

type Limits = Pick<Settings, 'sessionIdleS' | 'sessionMaxS'>

/** A session as a bearer needs it. */
export interface Session {
  readonly userId: string
  readonly sessionId: string
  readonly generation: number
  /** Whole seconds until its absolute end. */
  readonly secondsLeft: number
}

/** Why a session ended; `ended`: its owner ended it from another one. `joined`: the owner of the mailbox joined a provider's account. */
export type EndReason = 'signed_out' | 'password_reset' | 'password_changed' | 'token_reused' | 'disabled' | 'ended' | 'joined'

/** Begins a session of the user, in the hands of `client`. */
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

/** A session as its owner sees it. */
export interface SeenSession {
  readonly id: string
  readonly userAgent: string | null
  readonly ip: string | null
  readonly startedAt: string
  readonly seenAt: string
  readonly expiresAt: string
}

/** The living sessions of a user, the last seen first. */
export async function livingSessions(db: Queryable, limits: Limits, userId: string, at: Date): Promise<readonly SeenSession[]> {
  const { rows } = await db.query<SeenSession>(sql`
    select s.id, s.user_agent as "userAgent", s.ip, s.created_at as "startedAt", s.seen_at as "seenAt", s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and ${isLiving(limits, at)} order by s.seen_at desc, s.id desc`)
  return rows
}

/** Which of these sessions are living. */
export async function livingOf(db: Queryable, limits: Limits, ids: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(sql`
    select s.id from sessions s join users u on u.id = s.user_id where s.id = any(${ids}::uuid[]) and ${isLiving(limits, at)}`)
  return new Set(rows.map(({ id }) => id))
}

/** How far the database has come: whatever was committed before is in its log up to there. */
const position = sql`case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end`

/**
 * Whose living session a bearer names; null when it is over or its user is gone or disabled. `isAllowed`: its account has what it has to have.
 * `position`, where there is a standby: how far that must have come to show what this caller may have seen.
 */
export async function findSession(
  db: Pick<Database, 'query' | 'replica'>,
  limits: Limits & Pick<Settings, 'secondFactor'>,
  { sid, sub, gen }: Claims,
  at: Date,
) {
  const noted = after(at, -Math.min(TOUCH_S, limits.sessionIdleS * TOUCH_SHARE))
  interface Found {
    readonly email: string
    readonly isAllowed: boolean
    readonly isFirstUse: boolean
    readonly isQuiet: boolean
    readonly position: string | null
  }
  const { rows } = await db.query<Found>(sql`
    select u.email, ${db.replica === undefined ? sql`null` : position} as position, ${limits.secondFactor === 'required' ? hasFactor : sql`true`} as "isAllowed", s.generation = ${gen} and not s.generation_used as "isFirstUse", s.seen_at < ${noted} as "isQuiet"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.generation >= ${gen} and ${isLiving(limits, at)}`)
  const [row] = rows
  if (row === undefined) return null
  if (row.isFirstUse || row.isQuiet) await touchSession(db, sid, gen, at)
  return { email: row.email, isAllowed: row.isAllowed, position: row.position }
}

async function touchSession(db: Queryable, sid: string, gen: number, at: Date): Promise<void> {
  await db.query(sql`
    update sessions set seen_at = greatest(seen_at, ${at}), generation_used = generation_used or generation = ${gen} where id = ${sid}`)
}

/**
 * Moves a session on by one generation, if the bearer is of the current one: compared and set in one statement, so that of many at
 * once one wins. The others, and an owner who never got the answer, are given the current generation again. A bearer from further
 * back is in two hands: `reused`.
 */
export async function rotateSession(db: Queryable, limits: Limits, claims: Claims, at: Date): Promise<Session | 'reused' | null> {
  const { sid: sessionId, sub: userId, gen } = claims
  const { rows } = await db.query<Generation>(sql`
    update sessions s set generation = s.generation + 1, generation_used = false, rotated_at = ${at}, seen_at = ${at}
    from users u
    where u.id = s.user_id and s.id = ${sessionId} and s.user_id = ${userId} and s.generation = ${gen} and ${isLiving(limits, at)}
    returning s.generation, ${secondsLeft(at)}`)
  const [rotated] = rows
  if (rotated !== undefined) return { userId, sessionId, ...rotated }
  const current = await currentGeneration(db, limits, claims, at)
  if (current === null) return null
  const { isForgiven, ...generation } = current
  return isForgiven ? { userId, sessionId, ...generation } : 'reused'
}

type Generation = Pick<Session, 'generation' | 'secondsLeft'>

/** The session's current generation, and whether the bearer of an earlier one may have it. */
async function currentGeneration(db: Queryable, limits: Limits, { sid, sub, gen }: Claims, at: Date) {
  const { rows } = await db.query<Generation & { isForgiven: boolean }>(sql`
    select s.generation, ${secondsLeft(at)},
      s.generation - ${gen} <= 1 and (not s.generation_used or s.rotated_at >= ${after(at, -GRACE_S)}) as "isForgiven"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.generation >= ${gen} and ${isLiving(limits, at)}`)
  return rows[0] ?? null
}

/** Ends one session of a user's; false when it is another's, over already, or never came as far as the bearer says. */
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

/** Ends every session of a user, but for the one to be kept, and sign-ins that wait for their second step; the answer is how many sessions. */
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

function isLiving({ sessionIdleS }: Limits, at: Date): Sql {
  return sql`u.active and s.ended_at is null and s.expires_at > ${at} and s.seen_at > ${after(at, -sessionIdleS)}`
}

function secondsLeft(at: Date): Sql {
  return sql`ceil(extract(epoch from s.expires_at - ${at}::timestamptz))::integer as "secondsLeft"`
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
