import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { oneOfThese } from '../crud/list'

/** Filters alerts by snooze, a deadline in the alert's row. */
export const alertHooks: AreaHooks = {
  filters: {
    snoozed: oneOfThese({
      true: sql`(v.status <> 'resolved' and v.snoozed_until > now())`,
      false: sql`(v.status = 'resolved' or coalesce(v.snoozed_until <= now(), true))`,
    }),
  },
}
