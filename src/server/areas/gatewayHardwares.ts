import sql, { type Sql } from 'sql-template-tag'
import type { AreaHooks } from '../crud/hooks'
import { byCount } from '../crud/order'
import type { Queryable } from '../db/database'
import { refusal } from '../problems'

/** Rows that an `in_use` answer names. */
const NAMED = 10

/** Gateway hardwares: one that gateways have, or that a firmware runs on, stays. */
export const gatewayHardwareHooks: AreaHooks = {
  orders: {
    gatewaysCount: byCount(
      sql`select hardware_id as id, count(*) as n from gateways group by hardware_id`,
      sql`not exists (select from gateways g where g.hardware_id = v.id)`,
    ),
  },
  async beforeRemove(tx, ids) {
    await refuseUsed(
      tx,
      ['gateway', 'gateways'],
      sql`
      select id, name, count(*) over () as total from gateways where hardware_id = any(${ids}::uuid[])
      order by name, id limit ${NAMED}`,
    )
    await refuseUsed(
      tx,
      ['gateway firmware', 'gateway firmwares'],
      sql`
      select id, title as name, count(*) over () as total from gateway_firmwares
      where id in (select firmware_id from gateway_firmware_hardwares where hardware_id = any(${ids}::uuid[]))
      order by title_order, id limit ${NAMED}`,
    )
  },
}

/** Rule 2: what is in use is not deleted, and the answer names who uses it. */
async function refuseUsed(tx: Queryable, [one, many]: readonly [string, string], users: Sql): Promise<void> {
  const { rows } = await tx.query<{ id: string; name: string; total: number }>(users)
  const total = rows[0]?.total ?? 0
  if (total === 0) return
  throw refusal(409, 'in_use', `This gateway hardware is used by ${total} ${total === 1 ? one : many}`, {
    users: { total, rows: rows.map(({ id, name }) => ({ id, name })) },
  })
}
