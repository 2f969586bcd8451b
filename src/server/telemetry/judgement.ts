import sql, { type Sql } from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '../../contract/durations'
import type { LatestReading, ReadingStatus } from '../../contract/readings'
import type { Queryable } from '../db/database'
import { targetRangesOf, type Range, type TargetRanges } from './ranges'

/** A sensor's latest reading of a metric. `dli` is yesterday's light, computed by the roll-ups. */
export interface Latest {
  readonly sensorId: string
  readonly metric: LatestReading['metric']
  readonly value: number
  readonly measuredAt: string
  /** `measuredAt` in milliseconds since 1970, with the fraction of a millisecond that the text omits. */
  readonly at: number
}

/** A reading judged against its plant's range, whatever its age. */
export interface Judged extends Pick<Latest, 'sensorId' | 'metric'>, Pick<LatestReading, 'value' | 'measuredAt'> {
  readonly range: Range
  readonly standing: Standing
  /** Until when the judgement counts, in milliseconds since 1970. */
  readonly freshUntil: number
}

/** A judged reading that is low, high or unknown, or has no range. */
export interface NotInside extends Judged {
  /** It is too old to count as the current reading. */
  readonly stale: boolean
}

type Standing = Exclude<ReadingStatus, 'no_data'>

/** A reading with the range of its plant, and the reporting interval of its sensor in seconds. */
interface Ranged extends Latest {
  readonly range: Range
  readonly intervalS: number
}

/** A time before a reading, in milliseconds since 1970. */
interface Window {
  readonly reading: Ranged
  readonly since: number
  readonly until: number
}

/** To leave low or high, a reading must lie inside the range by this share of its width (hysteresis). */
const INSIDE = 0.05
/** Readings that the first window before a reading in the margin covers; each further window covers eight times as many. */
const FIRST_WINDOW = 150
const GROWTH = 8
/** Yesterday's light counts until the roll-ups have computed the next day's, which takes some minutes after midnight (UTC). */
const LIGHT_MS = 25 * HOUR_MS
const NO_RANGE: Range = [null, null]

/** Reads the latest readings of these sensors, from tables distributed by sensor only. */
export async function latestOf(db: Queryable, sensorIds: readonly string[]): Promise<Latest[]> {
  if (sensorIds.length === 0) return []
  const { rows } = await db.query<Latest>(sql`
    select sensor_id as "sensorId", metric, value, measured_at as "measuredAt", extract(epoch from measured_at) * 1000 as at
    from sensor_latest where sensor_id = any(${sensorIds}::uuid[])`)
  return rows
}

/**
 * Judges readings against their plants' ranges. A sensor that measures light but has no complete day yet gets a `dli` judgement that was
 * never fresh.
 */
export async function judgeLatest(db: Queryable, latest: readonly Latest[], targets: readonly TargetRanges[]): Promise<Judged[]> {
  const targetsBySensor = new Map(targets.map((each) => [each.sensorId, each]))
  const ranged = latest.map((reading): Ranged => {
    const { ranges, intervalS = 0 } = targetsBySensor.get(reading.sensorId) ?? {}
    return { ...reading, range: ranges?.[reading.metric] ?? NO_RANGE, intervalS }
  })
  const before = await lastClear(
    db,
    ranged.filter(({ value, range }) => clearStatus(value, range) === null),
  )
  const judged = ranged.map((reading): Judged => {
    const { sensorId, metric, value, measuredAt, at, range, intervalS } = reading
    const standing = clearStatus(value, range) ?? before.get(reading) ?? 'ok'
    const lastsMs = metric === 'dli' ? LIGHT_MS : 2000 * intervalS
    return { sensorId, metric, value, measuredAt, range, standing, freshUntil: at + lastsMs }
  })
  return [...judged, ...unknownDays(latest, targetsBySensor)]
}

/** Compares a value with its range. Null inside the hysteresis margin of an end, where only the readings before can tell. */
function clearStatus(value: number, range: Range): Standing | null {
  if (range.every((end) => end === null)) return 'no_range'
  const [low, high] = [endOf(range, 'low'), endOf(range, 'high')]
  if (value < low.end) return 'low'
  if (value > high.end) return 'high'
  return value < low.clear || value > high.clear ? null : 'ok'
}

/** The end of a range, beyond which a reading is low or high, and its margin's other side. A range that is open on one side has no margin. */
function endOf([min, max]: Range, standing: 'low' | 'high'): { readonly end: number; readonly clear: number } {
  const margin = min === null || max === null ? 0 : (max - min) * INSIDE
  const end = standing === 'low' ? (min ?? -Infinity) : (max ?? Infinity)
  return { end, clear: standing === 'low' ? end + margin : end - margin }
}

/** The end in whose margin a reading lies. */
function nearEnd({ value, range }: Ranged): 'low' | 'high' {
  return value < endOf(range, 'low').clear ? 'low' : 'high'
}

/**
 * Finds for each of these readings in a margin the last one outside that margin during the day before, and returns their standings: low or
 * high if it was beyond the same end, otherwise 'ok'. Looks back in growing windows: the reading is usually one of the last, and a fast
 * sensor has thousands a day.
 */
async function lastClear(db: Queryable, readings: readonly Ranged[]): Promise<ReadonlyMap<Ranged, Standing>> {
  const standings = new Map<Ranged, Standing>()
  let windows = readings.map((reading) => windowBefore(reading, reading.at, FIRST_WINDOW))
  for (let count = FIRST_WINDOW * GROWTH; windows.length > 0; count *= GROWTH) {
    const values = await lastClearIn(db, windows)
    windows = windows.flatMap(({ reading, since }, at) => {
      const value = values.get(at)
      const isLast = since <= reading.at - DAY_MS
      if (value === undefined && !isLast) return [windowBefore(reading, since, count)]
      const near = nearEnd(reading)
      standings.set(reading, value !== undefined && clearStatus(value, reading.range) === near ? near : 'ok')
      return []
    })
  }
  return standings
}

/** The window that ends at `until` and begins where `count` readings of the sensor's interval reach back to, at most a day. */
function windowBefore(reading: Ranged, until: number, count: number): Window {
  return { reading, until, since: reading.at - Math.min(DAY_MS, count * reading.intervalS * 1000) }
}

/** Reads the value of the last reading outside the margin in each of these windows, by the window's index. */
async function lastClearIn(db: Queryable, windows: readonly Window[]): Promise<ReadonlyMap<number, number>> {
  const [ids, metrics] = [windows.map(({ reading }) => reading.sensorId), windows.map(({ reading }) => reading.metric)]
  const [since, until] = [windows.map((each) => each.since), windows.map((each) => each.until)]
  const ends = windows.map(({ reading }) => endOf(reading.range, nearEnd(reading)))
  // The list of sensors selects the shards on Citus, and the limits of all windows select the months. With the list of metrics, a plan
  // that reads the lists first walks the index, too.
  const { rows } = await db.query<{ at: number; value: number }>(sql`
    select distinct on (w.at) w.at, before.value
    from unnest(
      ${ids}::uuid[], ${metrics}::text[],
      ${since.map((at) => new Date(at))}::timestamptz[], ${until.map((at) => new Date(at))}::timestamptz[],
      ${ends.map(({ end }) => end)}::double precision[], ${ends.map(({ clear }) => clear)}::double precision[]
    ) with ordinality as w (sensor_id, metric, since, until, range_end, clear, at)
    join datapoints before on before.sensor_id = w.sensor_id and before.metric = w.metric
      and before.measured_at >= w.since and before.measured_at < w.until
      and (before.value not between symmetric w.range_end and w.clear or before.value = w.clear)
    where before.sensor_id = any(${ids}::uuid[]) and before.metric = any(${[...new Set(metrics)]}::text[])
      and before.measured_at >= ${new Date(Math.min(...since))} and before.measured_at < ${new Date(Math.max(...until))}
    order by w.at, before.measured_at desc`)
  return new Map(rows.map(({ at, value }) => [at - 1, value]))
}

function unknownDays(latest: readonly Latest[], targets: ReadonlyMap<string, TargetRanges>): Judged[] {
  const withDay = new Set(latest.filter(({ metric }) => metric === 'dli').map(({ sensorId }) => sensorId))
  const light = latest.filter(({ metric, sensorId }) => (metric === 'ppfd' || metric === 'illuminance') && !withDay.has(sensorId))
  return [...new Set(light.map(({ sensorId }) => sensorId))].flatMap((sensorId): Judged[] => {
    const range = targets.get(sensorId)?.ranges.dli ?? NO_RANGE
    if (range.every((end) => end === null)) return []
    return [{ sensorId, metric: 'dli', value: null, measuredAt: null, range, standing: 'ok', freshUntil: -Infinity }]
  })
}

/** Returns the readings of these sensors that are low or high now. */
export async function outOfRangeOf(db: Queryable, sensorIds: readonly string[]): Promise<Judged[]> {
  return (await notInsideOf(db, sensorIds)).filter(({ stale, standing }) => !stale && standing !== 'no_range')
}

/** Returns the last readings of these sensors that are low, high or without a range, whatever their age, and the days whose light is unknown. */
export async function notInsideOf(db: Queryable, sensorIds: readonly string[]): Promise<NotInside[]> {
  const judged = await judgeLatest(db, await latestOf(db, sensorIds), await targetRangesOf(db, sensorIds))
  const now = await nowOf(db)
  return judged
    .filter(({ standing, value }) => standing !== 'ok' || value === null)
    .map((reading) => ({ ...reading, stale: reading.freshUntil < now }))
}

/**
 * Finds since when a reading is out of its range: the last one before it left the range, or the first one when none was inside. Null: for
 * more than a week, or it is not stored by its time (the light of a day).
 */
export async function outOfRangeSince(db: Queryable, { sensorId, metric, range, standing }: Judged): Promise<string | null> {
  const isLow = standing === 'low'
  const { end, clear } = endOf(range, isLow ? 'low' : 'high')
  const ofMetric = sql`from datapoints where sensor_id = ${sensorId} and metric = ${metric}`
  const isRecent = sql`measured_at > now() - interval '7 days'`
  const oneOf = async (query: Sql) => (await db.query<{ at: string | null }>(sql`${query} limit 1`)).rows[0]?.at
  const isInside = isLow ? sql`value >= ${clear}` : sql`value <= ${clear}`
  const inside = await oneOf(sql`select measured_at as at ${ofMetric} and ${isRecent} and ${isInside} order by measured_at desc`)
  const isOut = isLow ? sql`value < ${end}` : sql`value > ${end}`
  const first = await oneOf(sql`
    select measured_at as at ${ofMetric} and ${isRecent} and ${isOut} and measured_at > ${inside ?? '-infinity'} order by measured_at`)
  if (first == null) return null
  const before = await oneOf(sql`
    select case when ${isRecent} then measured_at end as at ${ofMetric} and measured_at < ${first} order by measured_at desc`)
  return before === undefined ? first : before
}

/** The status of a judged reading at `now`, in milliseconds since 1970: a judgement that is no longer fresh is 'no_data'. */
export function statusAt({ standing, freshUntil }: Judged, now: number): ReadingStatus {
  return standing !== 'no_range' && freshUntil < now ? 'no_data' : standing
}

/** Reads the database's time, by which its lists compute sensors' states, in milliseconds since 1970. */
export async function nowOf(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now: number }>(sql`select extract(epoch from now()) * 1000 as now`)
  return rows[0]?.now ?? Number.NaN
}
