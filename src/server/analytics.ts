import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { analytics, ANALYTICS_PATH, type Analytics } from '../contract/dashboard'
import type { Deps } from './deps'
import { documented, resultOf } from './openapi'

/** GET /api/v1/dashboard/analytics: how many there are. Datapoints are summed from the sensors' counts, which are exact. */
export function analyticsRoutes(app: FastifyInstance, { db }: Deps): void {
  const schema = documented({ tag: 'Dashboard', summary: 'Count everything', answers: { 200: resultOf(analytics) } })
  app.get(ANALYTICS_PATH, { schema }, async () => {
    const { rows } = await db.query<Analytics>(sql`
      select
        (select count(*) from users) as users,
        (select count(*) from gateways) as gateways,
        (select count(*) from sensors) as sensors,
        (select coalesce(sum(datapoint_count), 0) from sensor_stats) as datapoints,
        (select count(*) from plants) as plants,
        now() as "asOf"`)
    return { result: rows[0] }
  })
}
