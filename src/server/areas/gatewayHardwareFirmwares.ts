import sql from 'sql-template-tag'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { audit, type Actor } from '../activity/audit'
import type { Reassignment } from '../crud/hooks'
import { listsThatNamed, withRestored, withSuccessor } from '../crud/references'
import type { Queryable } from '../db/database'
import { setHardwares } from './compatibility'

/** Moves draft firmwares from one hardware to another. Released ones keep their hardwares. */
export async function moveFirmwares(tx: Queryable, ids: Reassignment, actor: Actor): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from gateway_firmwares
    -- A firmware that was released by now keeps its hardware, which therefore stays.
    where status = 'draft' and id in (select firmware_id from gateway_firmware_hardwares where hardware_id = ${ids.from})
    order by id for update`)
  for (const { id } of rows) {
    const before = await hardwaresOf(tx, id)
    await changeHardwares(tx, id, before, withSuccessor(before, ids), actor)
  }
}

/** Moves firmwares back to a restored hardware, except those released or changed since. */
export async function returnFirmwares(tx: Queryable, hardwareId: string, deletionId: number, actor: Actor): Promise<void> {
  for (const change of await listsThatNamed(tx, gatewayFirmwares, 'hardwareIds', hardwareId, deletionId)) {
    const { rowCount } = await tx.query(
      sql`select from gateway_firmwares where id = ${change.id} and status = 'draft' for update`,
    )
    if (rowCount === 0) continue
    const now = await hardwaresOf(tx, change.id)
    const list = withRestored(now, hardwareId, change)
    if (list !== null) await changeHardwares(tx, change.id, now, list, actor)
  }
}

async function hardwaresOf(tx: Queryable, firmwareId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select hardware_id as id from gateway_firmware_hardwares where firmware_id = ${firmwareId} order by hardware_id`)
  return rows.map(({ id }) => id)
}

async function changeHardwares(
  tx: Queryable,
  id: string,
  before: readonly string[],
  after: readonly string[],
  actor: Actor,
): Promise<void> {
  await setHardwares(tx, id, after)
  await tx.query(sql`update gateway_firmwares set version = version + 1, updated_at = now() where id = ${id}`)
  await audit(tx, {
    ...actor,
    action: 'updated',
    subject: gatewayFirmwares.name,
    subjectId: id,
    before: { hardwareIds: before },
    after: { hardwareIds: after },
  })
}
