import sql, { raw } from 'sql-template-tag'
import { DAY_MS } from '../../contract/durations'
import type { Database, Queryable } from '../db/database'
import { deleteOldest } from '../db/deleteOldest'
import type { Deps } from '../deps'
import { AT_ONCE, lockSensors } from './condition'
import { forgetMonths, lockMonths, monthOf, partitions } from './months'
import { inSmallerSteps } from './steps'

/** Retention in days of gateways' check-ins and of unknown sensors. */
const CHECK_INS_DAYS = 7
/** Retention in days of gateways' online times: those that a gateway's page shows, and a day at either end. */
const GATEWAY_DAYS = 92
/** Sensors whose readings of a month one statement counts; fewer where they have so many that it times out. */
const COUNTED_AT_ONCE = 100

/**
 * Deletes expired telemetry: check-ins, unknown sensors, online times, and whole months of readings older than `retentionDays` (0: never).
 * Each statement is short, whatever there is to delete. When one of the four fails, the others still run, and its error is thrown.
 */
export async function sweepTelemetry(deps: Pick<Deps, 'db' | 'settings' | 'clock'>): Promise<void> {
  const { db, settings } = deps
  const sweeps = await Promise.allSettled([
    sweepCheckIns(db),
    db.query(sql`delete from unknown_sensors where last_heard_at < now() - make_interval(days => ${CHECK_INS_DAYS})`),
    db.query(sql`delete from gateway_days where day < current_date - ${GATEWAY_DAYS}::integer`),
    settings.retentionDays > 0 && sweepReadings(db, keptSince(deps)),
  ])
  for (const sweep of sweeps) if (sweep.status === 'rejected') throw sweep.reason
}

/** Since when readings are kept, in milliseconds since 1970; -Infinity when they are kept for ever. */
export function keptSince({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): number {
  return settings.retentionDays === 0 ? Number.NEGATIVE_INFINITY : clock().getTime() - settings.retentionDays * DAY_MS
}

/** The start of the first month of which all readings are still there, in milliseconds since 1970: whole months are dropped. */
export function oldestKept(deps: Pick<Deps, 'settings' | 'clock'>): number {
  const since = keptSince(deps)
  return Number.isFinite(since) ? Date.parse(`${monthOf(since - DAY_MS)}-01T00:00:00Z`) : since
}

/**
 * Deletes expired check-ins, gateway by gateway: their index begins with the gateway. Their age counts from when the gateway was last seen,
 * so that the page of one that is offline still shows its last ones.
 */
async function sweepCheckIns(db: Database): Promise<void> {
  const { rows } = await db.query<{ id: string }>(sql`select id from gateways`)
  for (const { id } of rows)
    await deleteOldest(
      db,
      'gateway_check_ins',
      'at',
      sql`gateway_id = ${id}
        and at < (select least(now(), last_seen_at) from gateways where id = ${id}) - make_interval(days => ${CHECK_INS_DAYS})`,
    )
}

/**
 * Drops the months that end before `oldest`, in milliseconds since 1970. Waits a day longer than readings are accepted, so that none is
 * stored while its month is counted.
 */
async function sweepReadings(db: Database, oldest: number): Promise<void> {
  for (const { name, month } of await partitions(db)) if (month < monthOf(oldest - DAY_MS)) await dropMonth(db, name)
}

/** How many readings of a sensor a month has. */
interface Counted {
  readonly id: string
  readonly count: number
}

/**
 * Drops a partition and subtracts its readings from the sensors' counts in one transaction, so that the counts stay exact. Fails when a
 * backup or another long query reads: until it ends, everyone who needs these sensors or `datapoints` would wait.
 */
async function dropMonth(db: Database, name: string): Promise<void> {
  const counted = await countMonth(db, name)
  forgetMonths(db)
  await db.transaction(async (tx) => {
    await tx.query(sql`set local lock_timeout = '1s'`)
    await lockMonths(tx)
    // Another process was faster.
    if (!(await partitions(tx)).some((each) => each.name === name)) return
    for (let at = 0; at < counted.length; at += AT_ONCE) await subtract(tx, counted.slice(at, at + AT_ONCE))
    await tx.query(sql`drop table ${raw(name)}`)
  })
}

/** Counts a partition's readings by sensor, ordered by id; outside a transaction, so that no batch waits for it. */
async function countMonth(db: Database, name: string): Promise<Counted[]> {
  const { rows } = await db.query<{ id: string }>(sql`select id from sensors order by id`)
  const ids = rows.map(({ id }) => id)
  const counted: Counted[] = []
  let done = 0
  const countNext = inSmallerSteps(COUNTED_AT_ONCE, 1, async (size) => {
    const next = ids.slice(done, done + size)
    const { rows: counts } = await db.query<Counted>(sql`
      select sensor_id as id, count(*) as count from ${raw(name)} where sensor_id = any(${next}::uuid[]) group by sensor_id order by sensor_id`)
    counted.push(...counts)
    return next.length
  })
  while (done < ids.length) done += await countNext()
  return counted
}

/** Subtracts readings from sensors' counts. Skips sensors deleted meanwhile: those with readings are never restored, so no count is wrong. */
async function subtract(tx: Queryable, counted: readonly Counted[]): Promise<void> {
  const ids = counted.map(({ id }) => id)
  await lockSensors(tx, sql`s.id = any(${ids}::uuid[])`)
  await tx.query(sql`
    update sensor_stats set datapoint_count = datapoint_count - dropped.count
    from unnest(${ids}::uuid[], ${counted.map(({ count }) => count)}::bigint[]) as dropped (sensor_id, count)
    where sensor_stats.sensor_id = dropped.sensor_id`)
}
