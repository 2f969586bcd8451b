import sql, { raw } from 'sql-template-tag'
import { DAY_MS } from '../../contract/durations'
import type { Database, Queryable } from '../db/database'

/** Name of the partition of `datapoints` that holds a month (UTC). */
export function partitionOf(month: string): string {
  return `datapoints_${month.replace('-', '_')}`
}

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

/** Creates the missing partitions of these months, each in its own transaction. */
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

/**
 * Lists the monthly partitions of `datapoints`. Reads the catalogue as rows: `to_regclass` may still answer as of before the wait for a lock.
 */
export async function partitions(db: Queryable): Promise<{ name: string; month: string }[]> {
  const { rows } = await db.query<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'datapoints'::regclass order by child.relname`)
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^datapoints_(\d{4})_(\d\d)$/.exec(name) ?? []
    return year === undefined ? [] : [{ name, month: `${year}-${month}` }]
  })
}

async function exists(db: Queryable, month: string): Promise<boolean> {
  return (await partitions(db)).some((partition) => partition.month === month)
}

/** Lets one process at a time create and drop months, until the transaction ends. */
export async function lockMonths(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('datapoints'))`)
}

/**
 * Creates a month's partition unless it exists. Attaches a table: to create one as a partition would lock out all readers and writers of
 * `datapoints`, and wait for those under way, such as a backup, while they wait for it.
 */
export async function makeMonth(tx: Queryable, month: string): Promise<void> {
  await lockMonths(tx)
  if (await exists(tx, month)) return
  const name = raw(partitionOf(month))
  await tx.query(sql`create table ${name} (like datapoints including all)`)
  await tx.query(sql`
    alter table datapoints attach partition ${name}
      for values from (${raw(`'${month}-01T00:00:00Z'`)}) to (${raw(`'${nextMonth(month)}-01T00:00:00Z'`)})`)
}
