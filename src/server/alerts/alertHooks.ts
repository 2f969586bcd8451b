import sql from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { oneOfThese } from '../crud/list'
import { byValue } from '../crud/order'

/** Filters alerts by snooze, a deadline in the alert's row, and by rule, and orders them by status. */
export const alertHooks: AreaHooks = {
  // Each status by itself is read from an index by severity.
  orders: {
    status: byValue({
      open: sql`v.status = 'open'`,
      acknowledged: sql`v.status = 'acknowledged'`,
      resolved: sql`v.status = 'resolved'`,
    }),
  },
  filters: {
    // An alert keeps the id of a deleted rule.
    ruleId: (values) => sql`(v.rule_id = any(${values}::uuid[]) and exists (select from alert_rules r where r.id = v.rule_id))`,
    snoozed: oneOfThese({
      true: sql`(v.status <> 'resolved' and v.snoozed_until > now())`,
      false: sql`(v.status = 'resolved' or coalesce(v.snoozed_until <= now(), true))`,
    }),
  },
}
