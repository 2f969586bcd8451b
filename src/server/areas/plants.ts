import type { AreaHooks } from '../crud/hooks'

/** Plants: cheaper orders for lists. Their troubleshoots go with them; sensors that stand at one keep it from being deleted. */
export const plantHooks: AreaHooks = {
  orders: { sensorsCount: 'sensors_count_order', troubleshootsCount: 'troubleshoots_count_order' },
}
