import { plantRequests } from '../../contract/plantRequests'
import { troubleshoots } from '../../contract/troubleshoots'
import type { AreaHooks } from '../crud/hooks'
import { moveReferences, removeReferring } from '../crud/references'

/**
 * Plants: cheaper orders for lists. Their troubleshoots go with them, requests that they answered stay; sensors that stand at one keep it
 * from being deleted.
 */
export const plantHooks: AreaHooks = {
  orders: { sensorsCount: 'sensors_count_order', troubleshootsCount: 'troubleshoots_count_order' },
  async beforeRemove(tx, ids, actor) {
    await removeReferring(tx, troubleshoots, 'plantId', ids, actor)
    for (const field of ['duplicateOfPlantId', 'publishedPlantId'])
      await moveReferences(tx, plantRequests, field, { from: ids, to: null }, actor)
  },
}
