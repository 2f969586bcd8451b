import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'

/** Sets the hardwares that a firmware is made for; ignores ids that do not exist. */
export async function setHardwares(tx: Queryable, firmwareId: string, hardwareIds: unknown): Promise<void> {
  await tx.query(sql`
    delete from gateway_firmware_hardwares where firmware_id = ${firmwareId} and hardware_id <> all(${hardwareIds}::uuid[])`)
  await tx.query(sql`
    insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
    select f.id, h.id, f.channel, f.status, f.semver_key
    from gateway_firmwares f, gateway_hardwares h where f.id = ${firmwareId} and h.id = any(${hardwareIds}::uuid[])
    -- Locked: a transaction that deletes a hardware has finished, or will find it in use.
    for key share of h
    on conflict do nothing`)
}
