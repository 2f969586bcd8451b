import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { byReferred } from '../crud/order'

/** Troubleshoots: a new one without `sortOrder` comes last of its plant. */
export const troubleshootHooks: AreaHooks = {
  orders: { plantName: byReferred('plant_id', 'plants', 'title') },
  async check(tx, values, before) {
    if (before !== null || values['sortOrder'] !== undefined) return {}
    const { rows } = await tx.query<{ next: number }>(sql`
      select least(coalesce(max(sort_order) + 1, 0), 9999) as next from troubleshoots where plant_id = ${values['plantId']}`)
    return { sortOrder: rows[0]?.next ?? 0 }
  },
}
