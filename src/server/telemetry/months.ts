import sql, { raw } from 'sql-template-tag'
import type { Database, Queryable } from '../db/database'

/** Name of the partition of `datapoints` that holds a month (UTC). */
export function partitionOf(month: string): string {
  return `datapoints_${month.replace('-', '_')}`
}

const DAY_MS = 86_400_000
/** Caches the month by day since 1970: a batch's readings fall on few days, and formatting a date is slow. */
const spelt = new Map<number, string>()

/** The month (UTC) of a moment in milliseconds since 1970: "2026-11". */
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

/** Months whose partitions this process knows to exist, so that it looks each up only once. */
const ready = new WeakMap<Database, Set<string>>()

/** Creates the missing partitions of these months, each in its own transaction: creating one locks the whole table for a moment. */
export async function ensureMonths(db: Database, months: Iterable<string>): Promise<void> {
  const known = ready.get(db) ?? new Set<string>()
  ready.set(db, known)
  for (const month of new Set(months)) {
    if (known.has(month)) continue
    if (!(await exists(db, month))) await db.transaction((tx) => makeMonth(tx, month))
    known.add(month)
  }
}

/** Clears the cache; call it before dropping a partition. */
export function forgetMonths(db: Database): void {
  ready.delete(db)
}

async function exists(db: Queryable, month: string): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(sql`select to_regclass(${partitionOf(month)}) is not null as there`)
  return rows[0]?.there === true
}

/** Lets one process at a time create and drop months, until the transaction ends. */
export async function lockMonths(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('datapoints'))`)
}

/** Creates a month's partition unless it exists. */
export async function makeMonth(tx: Queryable, month: string): Promise<void> {
  await lockMonths(tx)
  await tx.query(
    sql`create table if not exists ${raw(partitionOf(month))} partition of datapoints
      for values from (${raw(`'${month}-01T00:00:00Z'`)}) to (${raw(`'${nextMonth(month)}-01T00:00:00Z'`)})`,
  )
}
