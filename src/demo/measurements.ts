import sql, { join, type Sql } from 'sql-template-tag'
import { DAY_MS } from '../contract/durations'
import type { Queryable } from '../server/db/database'
import { judge, judgeWhere } from '../server/telemetry/condition'
import { monthOf } from '../server/telemetry/months'

/** The demo's sensor models and their metrics. Models are fictional. */
const models = {
  'Fernwire SoilPin 2': ['soil_moisture', 'soil_temperature', 'soil_ec'],
  'Fernwire SoilPin 1': ['soil_moisture', 'soil_temperature'],
  'Mossgate Bud BLE': ['soil_moisture', 'air_temperature', 'illuminance'],
  'Mossgate Leaf': ['air_temperature', 'air_humidity'],
  'Tallgrass Lumen': ['illuminance', 'air_temperature', 'air_humidity'],
} as const

/** A sensor model. */
export type ModelName = keyof typeof models
/** Models, repeated by how often each is bought. */
export const modelNames: readonly [ModelName, ...ModelName[]] = [
  'Fernwire SoilPin 2',
  'Fernwire SoilPin 1',
  'Fernwire SoilPin 1',
  'Mossgate Bud BLE',
  'Mossgate Leaf',
  'Mossgate Leaf',
  'Tallgrass Lumen',
]

/** Days of history at the demo's start, with one reading per hour. */
export const HISTORY_DAYS = 5

/** Rows (model, metric). */
const measured: Sql = sql`(values ${join(
  Object.entries(models).flatMap(([model, metrics]) => metrics.map((metric) => sql`(${model}, ${metric})`)),
)}) as measured (model, metric)`

/** Sensors with individual parameters: `trait` and `phase` from 0 to 1; `turn` is the fraction of a day by which its noon is early. */
const probes: Sql = sql`(
  select sensors.id, sensors.model,
    extract(epoch from sensors.created_at)::double precision as born,
    extract(epoch from stats.last_seen_at)::double precision as seen,
    get_byte(decode(substr(md5(sensors.eui), 1, 2), 'hex'), 0) / 255.0::double precision as trait,
    get_byte(decode(substr(md5(sensors.eui), 3, 2), 'hex'), 0) / 255.0::double precision as phase,
    coalesce(gateways.longitude, 0) / 360 as turn,
    lights.dli_min, lights.dli_max
  from sensors join sensor_stats stats on stats.sensor_id = sensors.id left join gateways on gateways.id = sensors.gateway_id
  left join plants on plants.id = sensors.plant_id left join light_groups lights on lights.id = plants.light_group_id
  offset 0
) as probe`

/**
 * The value of `metric` at `at` seconds since 1970: warm dry days, cool damp nights, pots that dry out until watered, and a difference per
 * sensor. `sun` is −1 at midnight and 1 at local noon; `drift` varies within hours; `noon` is the lux that most plants want there, and some
 * get too much or too little: each lux at noon gives a day 0.00051 mol/m².
 */
const value: Sql = sql`case metric
  when 'soil_moisture' then round(160 + 40 * trait + 340 * (1 - dry + floor(dry))) / 10
  when 'soil_temperature' then round(180 + 16 * sun + 30 * trait) / 10
  when 'soil_ec' then round(700 + 900 * trait + 40 * sun)
  when 'air_temperature' then round(200 + 45 * sun + 30 * trait + 4 * drift) / 10
  when 'air_humidity' then round(660 - 130 * sun + 100 * trait + 15 * drift) / 10
  when 'illuminance' then round(greatest(0, sun) * noon * (1 + 0.2 * drift))
  end`

const circumstances: Sql = sql`lateral (select
    sin(2 * pi() * (at / 86400 + turn - 0.25)) as sun,
    sin(at / 4100 + 6 * phase) as drift,
    at / (180000 + 216000 * trait) + phase as dry,
    least(50000, coalesce((dli_min + (dli_max - dli_min) * (1.2 * trait - 0.1)) / 0.00051, 9000 + 32000 * trait)) as noon
  ) as here`

/** The months of the history and of the next days: a sensor last seen weeks ago has its history before that. */
export function historyMonths(now: Date): string[] {
  const days = [-120, -93, -66, -39, -12, 0, 1]
  return days.map((day) => monthOf(now.getTime() + day * DAY_MS))
}

/** Inserts the history of all sensors ever seen, up to when each was last seen, and its counts. */
export async function insertHistory(tx: Queryable): Promise<void> {
  await tx.query(sql`
    insert into datapoints (sensor_id, metric, measured_at, value, received_at)
    select probe.id, metric, to_timestamp(at), ${value}, to_timestamp(at + 1)
    from ${probes}
    join ${measured} on measured.model = probe.model
    cross join generate_series(0, ${HISTORY_DAYS * 24 - 1}::integer) as hour
    cross join lateral (select seen - 3600 * hour as at) as moment
    cross join ${circumstances}
    where at >= born
    order by probe.id, metric, at`)
  await tx.query(sql`
    update sensor_stats set datapoint_count = made.count
    from (select sensor_id, count(*) as count from datapoints group by sensor_id) as made
    where made.sensor_id = sensor_stats.sensor_id`)
  await tx.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at)
    select distinct on (sensor_id, metric) sensor_id, metric, value, measured_at
    from datapoints order by sensor_id, metric, measured_at desc`)
  await judgeWhere(tx, sql`true`)
}

/** Inserts the readings of these sensors at a moment, counts and judges them. */
export async function insertReadings(tx: Queryable, sensorIds: readonly string[], moment: Date): Promise<void> {
  await tx.query(sql`
    with stored as (
      insert into datapoints (sensor_id, metric, measured_at, value, received_at)
      select probe.id, metric, to_timestamp(at), ${value}, to_timestamp(at)
      from ${probes}
      join ${measured} on measured.model = probe.model
      cross join (select ${moment.getTime() / 1000}::double precision as at) as moment
      cross join ${circumstances}
      where probe.id = any(${sensorIds}::uuid[])
      on conflict do nothing
      returning sensor_id, metric, measured_at, value
    ), latest as (
      insert into sensor_latest (sensor_id, metric, value, measured_at)
      select sensor_id, metric, value, measured_at from stored
      on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at
      where excluded.measured_at > sensor_latest.measured_at
    )
    update sensor_stats set datapoint_count = datapoint_count + fresh.count
    from (select sensor_id, count(*) as count from stored group by sensor_id) as fresh
    where fresh.sensor_id = sensor_stats.sensor_id`)
  await judge(tx, sensorIds)
}
