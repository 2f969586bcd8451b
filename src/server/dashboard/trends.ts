import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { TREND_DAYS, trends, TRENDS_PATH, type Trends } from '../../contract/dashboard'
import type { Queryable } from '../db/database'
import { documented, resultOf } from '../http/openapi'
import { totals } from './counts'

/** GET /api/v1/dashboard/trends, from rows written by background jobs: at most 7 days and 169 hours, however many readings there are. */
export function trendRoutes(app: FastifyInstance): void {
  const { db } = app
  const summary = 'Read the counts and the numbers of readings of the last week'
  const schema = documented({ tag: 'Dashboard', summary, answers: { 200: resultOf(trends) } })
  app.get(TRENDS_PATH, { schema }, async () => {
    const today = sql`(now() at time zone 'UTC')::date`
    const { rows: days } = await db.query<Trends['days'][number]>(sql`
      select day::timestamp at time zone 'UTC' as day, users, gateways, sensors, datapoints, plants
      from count_days where day >= ${today} - ${TREND_DAYS}::integer and day < ${today} order by count_days.day`)
    const { rows: hours } = await db.query<Trends['hours'][number]>(sql`
      select at, count from readings_hourly where at > now() - make_interval(days => ${TREND_DAYS}) - interval '1 hour' and at <= now() order by at`)
    return { result: { days, hours } }
  })
}

/** Stores today's (UTC) counts of rows; the last count of a day remains. */
export async function countToday(db: Queryable): Promise<void> {
  await db.query(sql`
    insert into count_days (day, users, gateways, sensors, datapoints, plants)
    select (now() at time zone 'UTC')::date, ${totals}
    on conflict (day) do update set users = excluded.users, gateways = excluded.gateways, sensors = excluded.sensors,
      datapoints = excluded.datapoints, plants = excluded.plants`)
}
