import sql, { raw } from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'

/** Name of the part of `datapoints` that holds a month (UTC). */
export function partitionOf(month: string): string {
  return `datapoints_${month.replace('-', '_')}`
}

const DAY_MS = 86_400_000
/** Months of days since 1970, few: the readings of a batch lie close together, and spelling a date is slow. */
const spelt = new Map<number, string>()

/** "2026-11" of a moment in milliseconds. */
export function monthOf(at: number): string {
  const day = Math.floor(at / DAY_MS)
  const month = spelt.get(day) ?? new Date(at).toISOString().slice(0, 7)
  if (spelt.size > 1000) spelt.clear()
  spelt.set(day, month)
  return month
}

/** The month after "2026-12" is "2027-01". */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** Months that a server has seen to, so that it asks once. */
const ready = new WeakMap<Database, Set<string>>()

/** Sees to it that readings of these months have a place. In a transaction of its own: making one locks the whole table for a moment. */
export async function ensureMonths(db: Database, months: Iterable<string>): Promise<void> {
  const known = ready.get(db) ?? new Set<string>()
  ready.set(db, known)
  for (const month of new Set(months)) {
    if (known.has(month)) continue
    if (!(await exists(db, month))) await db.transaction((tx) => makeMonth(tx, month))
    known.add(month)
  }
}

/** For those who drop months. */
export function forgetMonths(db: Database): void {
  ready.delete(db)
}

async function exists(db: Queryable, month: string): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(sql`select to_regclass(${partitionOf(month)}) is not null as there`)
  return rows[0]?.there === true
}

/** Creates the partition of a month's readings. One process at a time; the second finds it there. */
export async function makeMonth(tx: Queryable, month: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('datapoints'))`)
  await tx.query(
    sql`create table if not exists ${raw(partitionOf(month))} partition of datapoints
      for values from (${raw(`'${month}-01T00:00:00Z'`)}) to (${raw(`'${nextMonth(month)}-01T00:00:00Z'`)})`,
  )
}
