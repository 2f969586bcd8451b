import sql from 'sql-template-tag'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { audit, type Actor } from '../activity/audit'
import type { Reassignment } from '../crud/hooks'
import type { Queryable } from '../db/database'
import { setHardwares } from './compatibility'

/** Moves draft firmwares from one hardware to another. Rule 8: released ones keep their hardwares. */
export async function moveFirmwares(tx: Queryable, { from, to }: Reassignment, actor: Actor): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from gateway_firmwares
    -- A firmware that was released by now keeps its hardware, which therefore stays.
    where status = 'draft' and id in (select firmware_id from gateway_firmware_hardwares where hardware_id = ${from})
    order by id for update`)
  for (const { id } of rows) {
    const before = await hardwaresOf(tx, id)
    await changeHardwares(tx, id, before, [...before.filter((each) => each !== from && each !== to), to], actor)
  }
}

interface Moved {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Moves firmwares back to a restored hardware, except those released or changed since. */
export async function returnFirmwares(tx: Queryable, hardwareId: string, deletionId: number, actor: Actor): Promise<void> {
  const { rows } = await tx.query<Moved>(sql`
    select firmware.id, entry.before -> 'hardwareIds' as before, entry.after -> 'hardwareIds' as after
    from audit_entries deletion
    join audit_entries entry on entry.at = deletion.at and entry.request_id = deletion.request_id
      and entry.action = 'updated' and entry.subject = ${gatewayFirmwares.name}
    join gateway_firmwares firmware on firmware.id::text = entry.subject_id and firmware.status = 'draft'
    where deletion.id = ${deletionId} and entry.before -> 'hardwareIds' @> to_jsonb(${hardwareId}::text)
      and not entry.after -> 'hardwareIds' @> to_jsonb(${hardwareId}::text)
    order by firmware.id for update of firmware`)
  for (const { id, before, after } of rows) {
    const heirs = after.filter((each) => !before.includes(each))
    const now = await hardwaresOf(tx, id)
    if (!heirs.every((each) => now.includes(each))) continue
    await changeHardwares(tx, id, now, [...now.filter((each) => !heirs.includes(each)), hardwareId], actor)
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
