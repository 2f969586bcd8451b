import sql, { join, raw, type Sql } from 'sql-template-tag'
import { PREVIEW_NAMED, type ChangePreview } from '../../contract/preview'
import type { NamedRow } from '../../contract/problem'
import type { AreaHooks } from '../crud/hooks'
import { byCount } from '../crud/order'
import type { Queryable } from '../db/database'
import { judgeWhere } from '../telemetry/condition'

type Values = Readonly<Record<string, unknown>>

/** A range of a group: its fields, and the metric that it judges. Light is judged by the day. */
interface Range {
  readonly metric: string
  readonly min: string
  readonly max: string
}

/** Humidity groups: ranges of soil moisture and of the air. */
export const humidityGroupHooks = groupHooks('humidity_group_id', [
  { metric: 'soil_moisture', min: 'soilMoistureMin', max: 'soilMoistureMax' },
  { metric: 'air_humidity', min: 'airHumidityMin', max: 'airHumidityMax' },
])
/** Temperature groups: a range of the air. */
export const temperatureGroupHooks = groupHooks('temperature_group_id', [{ metric: 'air_temperature', min: 'minC', max: 'maxC' }])
/** Light groups: a range of the light of a day. */
export const lightGroupHooks = groupHooks('light_group_id', [{ metric: 'dli', min: 'dliMin', max: 'dliMax' }])

/** Groups: what plants share in `column`. */
function groupHooks(column: string, ranges: readonly Range[]): AreaHooks {
  const key = raw(column)
  return {
    orders: {
      plantsCount: byCount(
        sql`select ${key} as id, count(*) as n from plants where ${key} is not null group by ${key}`,
        sql`not exists (select from plants p where p.${key} = v.id)`,
      ),
      sensorsCount: byCount(
        sql`
          select p.${key} as id, sum(watched.n) as n
          from (select plant_id, count(*) as n from sensors where plant_id is not null group by plant_id) watched
          join plants p on p.id = watched.plant_id
          where p.${key} is not null group by p.${key}`,
        sql`not exists (select from plants p join sensors s on s.plant_id = p.id where p.${key} = v.id)`,
      ),
    },
    counts: { sensorsCount: (page) => sensorsOf(key, page) },
    follows: {
      fields: ranges.flatMap(({ min, max }) => [min, max]),
      settle: (tx, ids) => judgeWhere(tx, sql`s.plant_id in (select id from plants where ${key} = any(${ids}::uuid[]))`),
    },
    async preview(db, values, before) {
      const changed = Object.keys(values).filter(
        (field) => field !== 'name' && (values[field] ?? null) !== (before[field] ?? null),
      )
      return changed.length === 0 ? untouched : effect(db, sql`p.${key} = ${before.id}`, ranges, values)
    },
  }
}

/** Plants whose sensors are looked up one by one; those of more are looked up among all sensors. */
const FEW_PLANTS = 2000

/** How many sensors the plants of each group have; a few groups have most plants. */
function sensorsOf(key: Sql, page: Sql): Sql {
  const few = sql`(select count(*) from used) <= ${FEW_PLANTS}`
  return sql`
    with used as materialized (
      select p.${key} as id, p.id as plant_id from plants p where p.${key} in (select id from ${page})
    )
    select used.id, count(*) as n
    from used join sensors s on s.plant_id = used.plant_id
    where ${few} group by used.id
    union all
    select used.id, sum(watched.n)::bigint as n
    from (select plant_id, count(*) as n from sensors where plant_id is not null group by plant_id) watched
    join used on used.plant_id = watched.plant_id
    where not ${few} group by used.id`
}

const untouched: ChangePreview = { plants: [], plantsTotal: 0, sensorsTotal: 0, sensorsChanging: 0 }

/** What new ranges do to the plants that `users` finds and to their sensors, by the judgement of `sensor_readings`. */
async function effect(db: Queryable, users: Sql, ranges: readonly Range[], values: Values): Promise<ChangePreview> {
  const { rows: plants } = await db.query<NamedRow>(
    sql`select p.id, p.title as name from plants p where ${users} order by p.title, p.id limit ${PREVIEW_NAMED}`,
  )
  const wanted = ranges.map(
    ({ metric, min, max }) => sql`(${metric}::text collate "C", ${end(values[min])}, ${end(values[max])})`,
  )
  const { rows } = await db.query<Omit<ChangePreview, 'plants'>>(sql`
    with watching as materialized (select s.id from plants p join sensors s on s.plant_id = p.id where ${users})
    select (select count(*) from plants p where ${users}) as "plantsTotal",
      (select count(*) from watching) as "sensorsTotal",
      count(distinct m.sensor_id) as "sensorsChanging"
    from watching
    join sensor_readings m on m.sensor_id = watching.id
    join (values ${join(wanted)}) as wanted (metric, min, max) on wanted.metric = m.metric
    where metric_status(m.judged, m.fresh_until) <> metric_status(
      reading_status(m.sensor_id, m.metric, m.measured_at, m.value, wanted.min, wanted.max) collate "C", m.fresh_until
    )`)
  return { ...untouched, ...rows[0], plants }
}

function end(value: unknown): Sql {
  return sql`${value ?? null}::double precision`
}
