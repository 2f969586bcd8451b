import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'
import { sha256 } from '../process/sha256'

/** Most attempts in a window, which begins with the first one. */
export interface Budget {
  readonly key: string
  readonly limit: number
  readonly windowS: number
}

/**
 * Budget of a gateway's batches: sixty times what a gateway sends that reports every thirty seconds, enough to catch up after an outage.
 */
export const batches = { limit: 120, windowS: 60 } as const

/** Hashes the parts of a counter's key, because they include addresses of people without an account. */
export function keyOf(...parts: readonly string[]): string {
  return sha256(parts.join('\n'))
}

/**
 * Counts an attempt before any work, and throws 429 when a budget is exceeded. The narrowest budget comes first, and an attempt that it
 * stops does not count in the wider ones. Counts are in the database, shared by all servers. `onOver` runs before the first refusal in a
 * budget's window.
 */
export async function spend(
  db: Queryable,
  budgets: readonly Budget[],
  at: Date,
  onOver: () => Promise<void> = async () => undefined,
): Promise<void> {
  const counted = await count(db, budgets, at)
  const budget = budgets[counted.place - 1]
  if (budget === undefined) return
  if (counted.hits === budget.limit + 1) await onOver()
  refuseOver(counted, budget.limit)
}

/** Counts an attempt; false when the budget is exhausted. Throws nothing. */
export async function isWithin(db: Queryable, budget: Budget, at: Date): Promise<boolean> {
  const { hits } = await count(db, [budget], at)
  return hits <= budget.limit
}

/** Refunds a successful attempt: clears its narrowest budget, and subtracts the attempt from the wider ones. */
export async function refundAttempts(tx: Queryable, budgets: readonly Budget[]): Promise<void> {
  await tx.query(sql`select forgive_attempts(${budgets.map(({ key }) => key)}::text[])`)
}

/** Clears the counts of these budgets: every attempt is available again. */
export async function clearBudgets(tx: Queryable, budgets: readonly Budget[]): Promise<void> {
  await tx.query(sql`delete from throttles where key = any(${budgets.map(({ key }) => key)}::text[])`)
}

/** Clears the counts of these addresses' budgets, and of each client's for them. */
export async function clearAccount(tx: Queryable, keys: readonly string[]): Promise<void> {
  await tx.query(sql`delete from throttles where split_part(key, ' ', 1) = any(${keys}::text[])`)
}

/** Stores a key that can be found for `forS` seconds. */
export async function note(tx: Queryable, key: string, forS: number, at: Date): Promise<void> {
  await tx.query(sql`
    insert into throttles (key, hits, ends_at) values (${key}, 0, ${at}::timestamptz + make_interval(secs => ${forS}))
    on conflict (key) do update set ends_at = excluded.ends_at`)
}

/** The result of `count_attempt`: attempts in the window so far, and the seconds until it ends. */
export interface Counted {
  readonly hits: number
  readonly secondsLeft: number
}

async function count(db: Queryable, budgets: readonly Budget[], at: Date): Promise<Counted & { readonly place: number }> {
  const { rows } = await db.query<Counted & { place: number }>(sql`
    select place, hits, seconds_left as "secondsLeft" from count_attempts(
      ${budgets.map(({ key }) => key)}::text[], ${budgets.map(({ limit }) => limit)}::integer[],
      ${budgets.map(({ windowS }) => windowS)}::integer[], ${at}
    )`)
  const [counted] = rows
  if (counted === undefined) throw new Error('count_attempts returned no row')
  return counted
}

/** Throws 429 when the count exceeds the limit. */
export function refuseOver({ hits, secondsLeft }: Counted, limit: number): void {
  if (hits <= limit) return
  throw refusal(429, 'too_many_requests', `Too many attempts, please try again in ${inWords(secondsLeft)}`, {
    retryAfterS: Math.max(1, secondsLeft),
  })
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
