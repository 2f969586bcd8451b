import sql, { type Sql } from 'sql-template-tag'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { gateways } from '../../contract/gateways'
import { counted } from '../../contract/grouped'
import { REASSIGN_PARAM } from '../../contract/resource'
import { USERS_NAMED, usersOf } from '../crud/clashes'
import type { AreaHooks, Reassignment } from '../crud/hooks'
import { byReferring } from '../crud/order'
import type { Queryable } from '../db/database'
import { invalid, refusal } from '../http/problems'
import { moveFirmwares, returnFirmwares } from './gatewayHardwareFirmwares'
import { refuseUsed } from './inUse'

/** Gateway hardwares: one with gateways or firmwares cannot be deleted unless these get another one. */
export const gatewayHardwareHooks: AreaHooks = {
  orders: {
    gatewaysCount: byReferring('gateways', 'hardware_id'),
  },
  async beforeReassign(tx, ids, actor) {
    await refuseReleased(tx, [ids.from])
    await refuseEndOfLife(tx, ids)
    await moveFirmwares(tx, ids, actor)
  },
  // A gateway whose assigned firmware is made for its new hardware only keeps both.
  refersAgainIf: {
    hardwareId: (id) => sql`(
      v.target_firmware_id is null or v.target_firmware_id = v.firmware_id or exists (
        select from gateway_firmware_hardwares fh where fh.firmware_id = v.target_firmware_id and fh.hardware_id = ${id}
      )
    )`,
  },
  afterRestore: returnFirmwares,
  async beforeRemove(tx, ids) {
    await refuseReleased(tx, ids)
    const using = await usersOf(tx, gateways, sql`hardware_id = any(${ids}::uuid[])`)
    const drafts = await usersOf(tx, gatewayFirmwares, madeFor(ids))
    const total = using.total + drafts.total
    if (total === 0) return
    const words = [
      ...(using.total > 0 ? [counted(using.total, gateways.nouns)] : []),
      ...(drafts.total > 0 ? [counted(drafts.total, gatewayFirmwares.nouns)] : []),
    ]
    throw refusal(409, 'in_use', `This gateway hardware is used by ${words.join(' and ')}`, {
      users: { total, rows: [...using.rows, ...drafts.rows].slice(0, USERS_NAMED) },
    })
  },
}

function madeFor(hardwareIds: readonly string[]): Sql {
  return sql`id in (select firmware_id from gateway_firmware_hardwares where hardware_id = any(${hardwareIds}::uuid[]))`
}

/** A released firmware's hardwares never change, so they cannot be deleted. */
async function refuseReleased(tx: Queryable, ids: readonly string[]): Promise<void> {
  const sentence = (total: number) =>
    `This gateway hardware cannot be deleted: ${counted(total, gatewayFirmwares.nouns)} ${total === 1 ? 'is' : 'are'} released for it`
  await refuseUsed(tx, gatewayFirmwares, sql`${madeFor(ids)} and status <> 'draft'`, sentence, { lasting: true })
}

/** Hardware at its end of life gets no gateways of another. */
async function refuseEndOfLife(tx: Queryable, { from, to }: Reassignment): Promise<void> {
  const { rows } = await tx.query<{ title: string }>(sql`
    select title from gateway_hardwares
    where id = ${to} and status = 'eol' and exists (select from gateways where hardware_id = ${from})`)
  const [successor] = rows
  if (successor !== undefined)
    throw invalid(new Map([[REASSIGN_PARAM, `${successor.title} is at its end of life and cannot be assigned to new gateways`]]))
}
