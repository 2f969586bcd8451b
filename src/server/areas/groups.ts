import sql, { join, raw, type Sql } from 'sql-template-tag'
import { PREVIEW_NAMED, type ChangePreview } from '../../contract/preview'
import type { NamedRow } from '../../contract/problem'
import type { AreaHooks } from '../crud/hooks'
import { byCount } from '../crud/order'
import type { Row } from '../crud/table'
import type { Queryable } from '../db/database'

type Values = Readonly<Record<string, unknown>>

/** What a group judges: fields of a range, and the query for the value that a sensor `s` has now. */
interface Judgement {
  readonly min: string
  readonly max: string
  readonly value: Sql
}

/** A sensor's last reading of a metric; one older than two of its intervals is none. */
function latest(metric: string): Sql {
  return sql`select value from datapoints d where d.sensor_id = s.id and d.metric = ${metric}
    and d.measured_at >= now() - make_interval(secs => 2 * s.reporting_interval_s)
    order by d.measured_at desc limit 1`
}

/** A lux of sunlight in µmol/m²/s. */
const PPFD_OF_LUX = 0.0185

/**
 * The light of yesterday (UTC), mol/m²/d: each reading holds until the next, for an hour at most. Never that of this moment: at night
 * nothing would have enough.
 */
const dailyLight: Sql = sql`
  select sum(ppfd * extract(epoch from until - measured_at)) / 1e6::double precision as value from (
    select measured_at, case d.metric when 'ppfd' then value else value * ${PPFD_OF_LUX}::double precision end as ppfd,
      least(lead(measured_at) over (partition by d.metric order by measured_at), measured_at + interval '1 hour') as until, metric
    from datapoints d
    where d.sensor_id = s.id and d.metric in ('ppfd', 'illuminance')
      and d.measured_at >= date_trunc('day', now(), 'UTC') - interval '1 day' and d.measured_at < date_trunc('day', now(), 'UTC')
  ) as light
  group by metric order by metric desc limit 1`

export const humidityGroupHooks = groupHooks('humidity_group_id', [
  { min: 'soilMoistureMin', max: 'soilMoistureMax', value: latest('soil_moisture') },
  { min: 'airHumidityMin', max: 'airHumidityMax', value: latest('air_humidity') },
])
export const temperatureGroupHooks = groupHooks('temperature_group_id', [
  { min: 'minC', max: 'maxC', value: latest('air_temperature') },
])
export const lightGroupHooks = groupHooks('light_group_id', [{ min: 'dliMin', max: 'dliMax', value: dailyLight }])

/** Groups: what plants share in `column`. */
function groupHooks(column: string, judgements: readonly Judgement[]): AreaHooks {
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
    async preview(db, values, before) {
      const changed = Object.keys(values).filter(
        (field) => field !== 'name' && (values[field] ?? null) !== (before[field] ?? null),
      )
      return changed.length === 0 ? untouched : effect(db, sql`p.${raw(column)} = ${before.id}`, judgements, values, before)
    },
  }
}

const untouched: ChangePreview = { plants: [], plantsTotal: 0, sensorsTotal: 0, sensorsChanging: 0 }

/** What new ranges do to the plants that `users` finds and to their sensors. */
async function effect(
  db: Queryable,
  users: Sql,
  judgements: readonly Judgement[],
  values: Values,
  before: Row,
): Promise<ChangePreview> {
  const { rows: plants } = await db.query<NamedRow>(
    sql`select p.id, p.title as name from plants p where ${users} order by p.title, p.id limit ${PREVIEW_NAMED}`,
  )
  const { rows } = await db.query<Omit<ChangePreview, 'plants'>>(sql`
    select (select count(*) from plants p where ${users}) as "plantsTotal",
      count(*) as "sensorsTotal",
      count(*) filter (where ${join(
        judgements.map((judgement) => flips(judgement, values, before)),
        ' or ',
      )}) as "sensorsChanging"
    from plants p join sensors s on s.plant_id = p.id where ${users}`)
  return { ...untouched, ...rows[0], plants }
}

/** True for a sensor whose value the new range judges otherwise than the old one. */
function flips({ min, max, value }: Judgement, values: Values, before: Row): Sql {
  const status = (range: Values) => sql`metric_status(reading.value, ${end(range[min])}, ${end(range[max])})`
  return sql`exists (
    select 1 from (${value}) as reading
    where reading.value is not null and ${status(before)} is distinct from ${status(values)}
  )`
}

function end(value: unknown): Sql {
  return sql`${value ?? null}::double precision`
}
