import sql, { raw } from 'sql-template-tag'
import { plantRequests } from '../../contract/plantRequests'
import { troubleshoots } from '../../contract/troubleshoots'
import type { AreaHooks } from '../crud/hooks'
import { countReferring } from '../crud/list'
import { byCount } from '../crud/order'
import { moveReferences, removeReferring } from '../crud/references'
import { judgeWhere } from '../telemetry/condition'

const counted = (table: string) =>
  byCount(
    sql`select plant_id as id, count(*) as n from ${raw(table)} where plant_id is not null group by plant_id`,
    sql`not exists (select from ${raw(table)} other where other.plant_id = v.id)`,
  )

/** Plants: order by counts. Deletion includes their troubleshoots and detaches requests; sensors at a plant prevent its deletion. */
export const plantHooks: AreaHooks = {
  orders: {
    sensorsCount: counted('sensors'),
    troubleshootsCount: counted('troubleshoots'),
    completenessPct: () => [{ by: sql`completeness_pct(v.missing)` }],
  },
  counts: {
    sensorsCount: countReferring('sensors', 'plant_id'),
    troubleshootsCount: countReferring('troubleshoots', 'plant_id'),
  },
  follows: {
    fields: ['humidityGroupId', 'temperatureGroupId', 'lightGroupId', 'soilEcMin', 'soilEcMax'],
    settle: (tx, ids) => judgeWhere(tx, sql`s.plant_id = any(${ids}::uuid[])`),
  },
  // A reopened request is no longer a duplicate.
  returns: { duplicateOfPlantId: () => sql`v.status = 'rejected' and v.rejection_reason = 'duplicate'` },
  async beforeRemove(tx, ids, actor) {
    await removeReferring(tx, troubleshoots, 'plantId', ids, actor)
    for (const field of ['duplicateOfPlantId', 'publishedPlantId'])
      await moveReferences(tx, plantRequests, field, { from: ids, to: null }, actor)
  },
}
