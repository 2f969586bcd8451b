import sql from 'sql-template-tag'
import { updateLatestOf } from '../server/areas/latestFirmwares'
import type { Queryable } from '../server/db/database'
import { familyOf, firmwareColumns, type FirmwareRow } from './firmwares'
import { insertImages } from './images'
import { hardwareColumns, type HardwareRow } from './hardwares'
import { insertRows } from './rows'

/** Inserts hardwares, firmwares and their files; a vendor's firmwares run on all of its gateways. */
export async function insertCatalogue(
  tx: Queryable,
  hardwares: readonly HardwareRow[],
  firmwares: readonly FirmwareRow[],
): Promise<void> {
  await insertRows(tx, 'gateway_hardwares', hardwareColumns, hardwares)
  await insertRows(tx, 'gateway_firmwares', firmwareColumns, firmwares)
  const pairs = hardwares.flatMap((hardware) =>
    firmwares
      .filter((firmware) => firmware.name === familyOf[hardware.vendor])
      .map((firmware) => ({ firmware_id: firmware.id, hardware_id: hardware.id })),
  )
  await insertImages(tx, firmwares)
  await tx.query(sql`
    insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
    select f.id, pair.hardware_id, f.channel, f.status, f.semver_key
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (firmware_id uuid, hardware_id uuid)
    join gateway_firmwares f on f.id = pair.firmware_id`)
  await updateLatestOf(
    tx,
    firmwares.map(({ id }) => id),
  )
}
