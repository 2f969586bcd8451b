import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { refusal } from '../http/problems'

/** How many attempts there may be in a window, which begins with the first of them. */
export interface Budget {
  readonly key: string
  readonly limit: number
  readonly windowS: number
}

/** Of a gateway's batches: sixty times what one sends that reports every thirty seconds, enough to make up for an outage. */
export const batches = { limit: 120, windowS: 60 } as const

/** The key of what is counted together. Hashed, since mails of people who have no account pass through here. */
export function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/**
 * Counts an attempt before anything is done for it, and refuses it with 429 when one of the budgets is over. The narrowest comes first,
 * and what it stops adds nothing to the wider ones. Kept in the database, so that every server counts together. `onOver` runs before the first
 * refusal of a budget's window.
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

/** Counts an attempt; false when the budget is used up. The client is not refused for it. */
export async function isWithin(db: Queryable, budget: Budget, at: Date): Promise<boolean> {
  const { hits } = await count(db, [budget], at)
  return hits <= budget.limit
}

/** Takes back what an attempt counted that turned out right: all of its narrowest budget, and itself of the wider ones. */
export async function forgive(tx: Queryable, budgets: readonly Budget[]): Promise<void> {
  await tx.query(sql`select forgive_attempts(${budgets.map(({ key }) => key)}::text[])`)
}

/** Resets budgets. */
export async function renew(tx: Queryable, budgets: readonly Budget[]): Promise<void> {
  await tx.query(sql`delete from throttles where key = any(${budgets.map(({ key }) => key)}::text[])`)
}

/** Notes a key, which can be found until its time is over. */
export async function note(tx: Queryable, key: string, forS: number, at: Date): Promise<void> {
  await tx.query(sql`
    insert into throttles (key, hits, ends_at) values (${key}, 0, ${at}::timestamptz + make_interval(secs => ${forS}))
    on conflict (key) do update set ends_at = excluded.ends_at`)
}

/** What `count_attempt` answers: how many attempts there are in the window by now, and in how many seconds it ends. */
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
  if (counted === undefined) throw new Error('A function that answers one row answered none')
  return counted
}

/** Refuses what is over the limit with 429. */
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
