import sql, { type Sql } from 'sql-template-tag'
import { DAY_MS } from '../../contract/durations'
import { curveRule, type Curve, type Metric } from '../../contract/metrics'
import { PLANT_CURVES_MAX, POINTS_MAX, type PlantSeries, type Series, type SeriesQuery } from '../../contract/readings'
import type { Queryable } from '../db/database'

const HOUR_S = 3600
const DAY_S = 86_400
/** Bucket lengths in seconds that suit a time axis; longer buckets are whole days. */
const STEPS = [
  1,
  5,
  10,
  15,
  30,
  60,
  120,
  300,
  600,
  900,
  1200,
  1800,
  HOUR_S,
  2 * HOUR_S,
  3 * HOUR_S,
  6 * HOUR_S,
  12 * HOUR_S,
  DAY_S,
]
/** PPFD of sunlight per lux, µmol/m²/s. */
const PPFD_PER_LUX = 0.0185
/** A temperature and a humidity this many seconds apart, or one bucket where that is longer, count as simultaneous. */
const APART_S = 60
/** Hours with readings that a day needs before its light is computed. */
const DAY_HOURS_MIN = 20

/**
 * Chooses the length of a bucket in seconds so that at most `points` buckets touch the range. Buckets begin at multiples of it since 1970.
 */
export function bucketOf(fromMs: number, toMs: number, points: number): number {
  const minSeconds = (toMs - fromMs) / 1000 / (points - 1)
  return STEPS.find((step) => step >= minSeconds) ?? Math.ceil(minSeconds / DAY_S) * DAY_S
}

/**
 * Reads a sensor's curve: buckets up to half an hour from its readings, longer ones from the hourly and daily roll-ups. A range that begins
 * before the oldest reading that is kept (`oldestKept`, milliseconds since 1970) has buckets of an hour at least.
 */
export async function readSeries(db: Queryable, sensorId: string, query: SeriesQuery, oldestKept: number): Promise<Series> {
  const { metric } = query
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
  const bucket = bucketOf(from, to, query.points ?? POINTS_MAX)
  const bucketS = Math.max(bucket, metric === 'dli' ? DAY_S : from < oldestKept ? HOUR_S : 0)
  const range = { sensorId, from: query.from, to: query.to, bucketS, horizon: bucketS < HOUR_S ? '' : await horizonOf(db) }
  const source = metric === 'dli' ? dli(range) : metric === 'vpd' ? vpd(range) : measured(range, metric)
  const { rows } = await db.query<Series['points'][number]>(sql`
    select ${bucketAt(sql`at`, bucketS)} as at,
      min(min) as min, max(max) as max, sum(sum) / sum(count) as avg, sum(count) as count
    from (${source}) as source
    group by 1 order by 1`)
  return { metric, unit: curveRule(metric).unit, bucketS, points: rows }
}

/** Reads the curves of a plant's sensors that measured the metric, ordered by sensor name, at most `PLANT_CURVES_MAX`. */
export async function plantSeriesOf(
  db: Queryable,
  plantId: string,
  query: SeriesQuery,
  oldestKept: number,
): Promise<PlantSeries> {
  const { rows } = await db.query<Omit<PlantSeries['curves'][number], 'points'>>(sql`
    select id as "sensorId", name as "sensorName", reporting_interval_s as "reportingIntervalS"
    from sensors where plant_id = ${plantId} order by name, id`)
  const { rows: measuring } = await db.query<{ id: string }>(sql`
    select sensor_id as id from sensor_latest
    where sensor_id = any(${rows.map(({ sensorId }) => sensorId)}::uuid[]) and metric = any(${sourcesOf(query.metric)})
    group by sensor_id having count(*) >= ${query.metric === 'vpd' ? 2 : 1}::integer`)
  const ids = new Set(measuring.map(({ id }) => id))
  const { unit } = curveRule(query.metric)
  const curves: PlantSeries['curves'] = []
  let bucketS = 1
  for (const sensor of rows.filter(({ sensorId }) => ids.has(sensorId)).slice(0, PLANT_CURVES_MAX)) {
    const series = await readSeries(db, sensor.sensorId, query, oldestKept)
    bucketS = series.bucketS
    curves.push({ ...sensor, points: series.points.map(({ at, avg, min, max }) => ({ at, avg, min, max })) })
  }
  return { metric: query.metric, unit, bucketS, curves }
}

/** The metrics that a curve is computed from: vapour pressure deficit from both, daily light from either. */
function sourcesOf(curve: Curve): Metric[] {
  if (curve === 'dli') return ['ppfd', 'illuminance']
  return curve === 'vpd' ? ['air_temperature', 'air_humidity'] : [curve]
}

/**
 * The start of the bucket that contains a moment. `date_bin` is by far the cheapest way: seconds since 1970 would be decimal arithmetic.
 */
function bucketAt(moment: Sql, bucketS: number): Sql {
  return sql`date_bin(make_interval(secs => ${bucketS}::integer), ${moment}, to_timestamp(0))`
}

interface Range {
  readonly sensorId: string
  readonly from: string
  readonly to: string
  readonly bucketS: number
  /** Until when hourly roll-ups are complete; empty where buckets are shorter than an hour. */
  readonly horizon: string
}

/** Rows (at, min, max, sum, count) of a metric from the coarsest source that the buckets allow. */
function measured(range: Range, metric: Metric): Sql {
  if (range.bucketS < HOUR_S) return buckets(range, metric)
  return range.bucketS < DAY_S ? hours(range, metric) : days(range, metric)
}

/** Aggregates readings in the same query: there may be a hundred thousand. */
function buckets(range: Range, metric: Metric): Sql {
  return sql`
    select ${bucketAt(sql`at`, range.bucketS)} as at, min(min) as min, max(max) as max, sum(sum) as sum, count(*)::integer as count
    from (${readings(range, metric)}) as reading
    group by 1`
}

function readings({ sensorId, from, to }: Range, metric: Metric): Sql {
  return sql`
    select measured_at as at, value as min, value as max, value as sum, 1 as count
    from datapoints
    where sensor_id = ${sensorId} and metric = ${metric} and measured_at >= ${from} and measured_at < ${to}`
}

/** Reads until when hourly roll-ups are complete; later values come from the readings. */
async function horizonOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ at: string }>(sql`
    select date_trunc('hour', received_until, 'UTC') as at from rollup_progress where name = 'datapoints'`)
  return rows[0]?.at ?? '-infinity'
}

function hours(range: Range, metric: Metric): Sql {
  const { sensorId, from, to, horizon } = range
  return sql`
    select at, min, max, sum, count from datapoints_hourly
    where sensor_id = ${sensorId} and metric = ${metric} and at >= date_trunc('hour', ${from}::timestamptz, 'UTC') and at < ${to}
      and at < ${horizon}
    union all
    select * from (${readings(range, metric)}) as fresh where at >= ${horizon}`
}

function days(range: Range, metric: Metric): Sql {
  const { sensorId, from, to, horizon } = range
  const today = sql`date_trunc('day', ${horizon}::timestamptz, 'UTC')`
  return sql`
    select at, min, max, sum, count from datapoints_daily
    where sensor_id = ${sensorId} and metric = ${metric} and at >= date_trunc('day', ${from}::timestamptz, 'UTC') and at < ${to}
      and at < ${today}
    union all
    select * from (${hours(range, metric)}) as fresh where at >= ${today}`
}

/** The light of the past days (UTC) that the range touches, from hours: by PPFD where measured, otherwise by lux as of sunlight. */
function dli({ from, to, ...rest }: Range): Sql {
  const range = {
    ...rest,
    from: new Date(Math.floor(Date.parse(from) / DAY_MS) * DAY_MS).toISOString(),
    to: new Date(Math.ceil(Date.parse(to) / DAY_MS) * DAY_MS).toISOString(),
  }
  const light = (metric: Metric, factor: number) => sql`
    select date_trunc('day', at, 'UTC') as day, date_trunc('hour', at, 'UTC') as hour, sum(sum) / sum(count) * ${factor}::double precision as ppfd
    from (${hours(range, metric)}) as part group by 1, 2`
  return sql`
    select day as at, dli as min, dli as max, dli as sum, 1 as count
    from (
      select day, sum(ppfd) * ${HOUR_S}::integer / 1000000 * 24 / count(*) as dli, count(*) as hours
      from (
        select distinct on (hour) day, hour, ppfd
        from (select 0 as rank, * from (${light('ppfd', 1)}) as one union all select 1, * from (${light('illuminance', PPFD_PER_LUX)}) as other) as both_kinds
        order by hour, rank
      ) as hourly
      group by day
    ) as daily
    where hours >= ${DAY_HOURS_MIN}::integer and day < date_trunc('day', now(), 'UTC')`
}

/** The vapour pressure deficit in kPa, from readings or hours of temperature and humidity. */
function vpd(range: Range): Sql {
  return sql`
    select at, vpd as min, vpd as max, vpd as sum, 1 as count
    from (
      select at, 0.6108 * exp(17.27 * temperature / (temperature + 237.3)) * (1 - humidity / 100) as vpd
      from (${range.bucketS < HOUR_S ? readingPairs(range) : hourPairs(range)}) as pairs
    ) as moments`
}

function hourPairs(range: Range): Sql {
  const part = (metric: Metric) =>
    sql`select date_trunc('hour', at, 'UTC') as at, sum(sum) / sum(count) as value from (${hours(range, metric)}) as part group by 1`
  return sql`
    select at, temperature.value as temperature, humidity.value as humidity
    from (${part('air_temperature')}) as temperature join (${part('air_humidity')}) as humidity using (at)`
}

/**
 * Pairs each temperature with the nearest humidity before or after it: a sensor may timestamp them apart, and the edge of a bucket may lie
 * between them. A bucket's minimum and maximum are those of its pairs, because the hottest moment need not be the driest. One pass ordered
 * by time finds the pairs, at twice the cost of joining equal moments.
 */
function readingPairs({ sensorId, from, to, bucketS }: Range): Sql {
  const humidity = (column: Sql) => sql`case when metric = 'air_humidity' then ${column} end`
  return sql`
    select at, temperature, case when since <= least(since, until) then before else after end as humidity
    from (
      select at, metric, value as temperature,
        lag(humidity) over walk as before, at - lag(humidity_at) over walk as since,
        lead(humidity) over walk as after, lead(humidity_at) over walk - at as until
      from (
        select measured_at as at, metric, value, ${humidity(sql`value`)} as humidity, ${humidity(sql`measured_at`)} as humidity_at
        from datapoints
        where sensor_id = ${sensorId} and metric in ('air_temperature', 'air_humidity') and measured_at >= ${from} and measured_at < ${to}
      ) as both_kinds
      window walk as (order by at, metric)
    ) as neighbours
    where metric = 'air_temperature' and least(since, until) <= make_interval(secs => ${Math.max(bucketS, APART_S)}::integer)`
}
