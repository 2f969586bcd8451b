import sql from 'sql-template-tag'
import { plantRequests } from '../../contract/plantRequests'
import { troubleshoots } from '../../contract/troubleshoots'
import type { AreaHooks } from '../crud/hooks'
import { countReferring } from '../crud/list'
import { byReferring } from '../crud/order'
import { moveReferences } from '../crud/references'
import { removeLocked } from '../crud/remove'
import { judgeWhere } from '../telemetry/condition'
import { troubleshootHooks } from './troubleshoots'

/** Plants: order by counts. Deletion includes their troubleshoots and detaches requests; sensors at a plant prevent its deletion. */
export const plantHooks: AreaHooks = {
  orders: {
    sensorsCount: byReferring('sensors', 'plant_id'),
    troubleshootsCount: byReferring('troubleshoots', 'plant_id'),
    completenessPct: () => [{ by: sql`completeness_pct(v.missing)` }],
  },
  counts: {
    sensorsCount: countReferring('sensors', 'plant_id'),
    troubleshootsCount: countReferring('troubleshoots', 'plant_id'),
    requestsCount: countReferring('plant_requests', 'published_plant_id'),
  },
  derivedData: {
    dependsOn: ['humidityGroupId', 'temperatureGroupId', 'lightGroupId', 'soilEcMin', 'soilEcMax'],
    recompute: (tx, ids) => judgeWhere(tx, sql`s.plant_id = any(${ids}::uuid[])`),
  },
  // A reopened request is no longer a duplicate.
  refersAgainIf: { duplicateOfPlantId: () => sql`v.status = 'rejected' and v.rejection_reason = 'duplicate'` },
  async beforeRemove(tx, ids, actor) {
    const { rows } = await tx.query<{ id: string }>(sql`
      select id from troubleshoots where plant_id = any(${ids}::uuid[]) order by id for update`)
    const own = rows.map(({ id }) => id)
    if (own.length > 0) await removeLocked({ resource: troubleshoots, hooks: troubleshootHooks }, tx, own, actor)
    for (const field of ['duplicateOfPlantId', 'publishedPlantId'])
      await moveReferences(tx, plantRequests, field, { from: ids, to: null }, actor)
  },
}
