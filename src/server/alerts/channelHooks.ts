import sql from 'sql-template-tag'
import { USERS_NAMED } from '../crud/clashes'
import type { AreaHooks } from '../crud/hooks'
import { refuseUsed } from '../areas/inUse'
import { invalid } from '../http/problems'

/** Notification channels: refuses unknown time zones (the database has the list) and the deletion of a channel that rules use (rule 2). */
export const channelHooks: AreaHooks = {
  async check(tx, values) {
    const { zone = null } = values
    if (zone === null) return
    const { rowCount } = await tx.query(sql`select from pg_timezone_names where name = ${zone} limit 1`)
    if (rowCount === 0) throw invalid(new Map([['zone', 'There is no such time zone']]))
  },
  async beforeRemove(tx, ids) {
    await refuseUsed(
      tx,
      sql`
      select id, name, count(*) over () as total from alert_rules where channel_ids && ${ids}::uuid[]
      order by name, id limit ${USERS_NAMED}`,
      (total) => `This notification channel is used by ${total} alert ${total === 1 ? 'rule' : 'rules'}`,
    )
  },
}
