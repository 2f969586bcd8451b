import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { gatewayPositions, POSITIONS_MAX, POSITIONS_PATH, type GatewayPositions } from '../../contract/dashboard'
import { documented, resultOf } from '../http/openapi'

/** GET /api/v1/gateways/positions: positions and states of gateways. */
export function positionRoutes(app: FastifyInstance): void {
  const { db } = app
  const schema = documented({
    tag: 'Gateways',
    summary: 'List the positions of gateways',
    answers: { 200: resultOf(gatewayPositions) },
  })
  app.get(POSITIONS_PATH, { schema }, async () => {
    const { rows: positions } = await db.query<GatewayPositions['positions'][number]>(sql`
      select id, name, device_state(online_until) as state, latitude, longitude
      from gateways where latitude is not null order by name, id limit ${POSITIONS_MAX}`)
    const { rows } = await db.query<Pick<GatewayPositions, 'total' | 'unplaced'>>(sql`
      select count(latitude) as total, count(*) - count(latitude) as unplaced from gateways`)
    return { result: { positions, ...rows[0] } }
  })
}
