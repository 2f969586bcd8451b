import type { AreaHooks } from '../crud/hooks'

/** Groups: what plants share. Their views count plants and sensors twice, once cheaply for lists in that order. */
export const groupHooks: AreaHooks = {
  orders: { plantsCount: 'plants_count_order', sensorsCount: 'sensors_count_order' },
}
