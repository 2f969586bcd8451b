import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { refusal } from '../problems'
import { emailKey } from './emails'

const MINUTE_S = 60
const FIVE_MINUTES_S = 300
const QUARTER_S = 900
const HOUR_S = 3600

/** Of a gateway's batches: sixty times what one sends that reports every thirty seconds, enough to make up for an outage. */
export const batches = { limit: 120, windowS: MINUTE_S } as const

/** What an attempt is about. Each kind has counters of its own. */
export type Attempt = 'sign_in' | 'reset' | 'confirm' | 'invite' | 'password'

/**
 * Counts an attempt before anything is done for it, and refuses it with 429: the sixth in 15 minutes from one client for one mail, the
 * 21st in an hour for one mail. The same whether anyone has that mail. Kept in the database, so that every server counts together.
 */
export async function countAttempt(db: Queryable, attempt: Attempt, client: string, email: string, at: Date): Promise<void> {
  // The narrow counter first: a client it stops adds nothing to the mail's, and so cannot lock its owner out alone.
  await count(db, narrowKey(attempt, client, email), 5, QUARTER_S, at)
  await count(db, wideKey(attempt, email), 20, HOUR_S, at)
}

/** Counts a registration; the 101st in an hour from one client is refused with 429. */
export function countSignUp(db: Queryable, client: string, at: Date): Promise<void> {
  return count(db, keyOf('sign_up', network(client)), 100, HOUR_S, at)
}

/** Counts a sign-in by a provider, which is asked at every one; the 31st in five minutes from one client is refused with 429. */
export function countSocial(db: Queryable, client: string, at: Date): Promise<void> {
  return count(db, keyOf('social', network(client)), 30, FIVE_MINUTES_S, at)
}

/** Takes back what a successful sign-in counted: all of its client's attempts, and its own among the mail's. */
export async function forgiveAttempts(tx: Queryable, attempt: Attempt, client: string, email: string): Promise<void> {
  await tx.query(sql`delete from throttles where key = ${narrowKey(attempt, client, email)}`)
  await tx.query(sql`update throttles set hits = hits - 1 where key = ${wideKey(attempt, email)} and hits > 0`)
}

/** Forgets every attempt that counts against this client's next one, once it has shown that the mail is its own. */
export async function forgetAttempts(tx: Queryable, attempt: Attempt, client: string, email: string): Promise<void> {
  await tx.query(sql`delete from throttles where key in (${narrowKey(attempt, client, email)}, ${wideKey(attempt, email)})`)
}

async function count(db: Queryable, key: string, limit: number, windowS: number, at: Date): Promise<void> {
  const { rows } = await db.query<Counted>(
    sql`select hits, seconds_left as "secondsLeft" from count_attempt(${key}, ${windowS}, ${at})`,
  )
  if (rows[0] !== undefined) refuseOver(rows[0], limit)
}

/** What `count_attempt` answers: how many attempts there are in the window by now, and in how many seconds it ends. */
export interface Counted {
  readonly hits: number
  readonly secondsLeft: number
}

/** Refuses what is over the limit with 429. */
export function refuseOver({ hits, secondsLeft }: Counted, limit: number): void {
  if (hits <= limit) return
  throw refusal(429, 'too_many_requests', `Too many attempts, please try again in ${inWords(secondsLeft)}`, {
    retryAfterS: Math.max(1, secondsLeft),
  })
}

function narrowKey(attempt: Attempt, client: string, email: string): string {
  return keyOf(attempt, network(client), emailKey(email))
}

function wideKey(attempt: Attempt, email: string): string {
  return keyOf(attempt, emailKey(email))
}

/** Hashed, since mails of people who have no account pass through here. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** Who counts as one client: an IPv4 address, or the /64 that one IPv6 subscriber has. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
