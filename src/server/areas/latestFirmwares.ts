import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'

/** The condition that `fh`, a firmware on a hardware, is the latest release on its channel there. */
const newest = sql`fh.status = 'released' and not exists (
  select from gateway_firmware_hardwares later
  where later.hardware_id = fh.hardware_id and later.channel = fh.channel and later.status = 'released'
    and later.semver_key > fh.semver_key
)`

/** Updates the latest firmwares after these were released, changed or withdrawn. */
export async function updateLatestOf(tx: Queryable, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Hardware>(sql`
    select distinct hardware_id as id from gateway_firmware_hardwares where firmware_id = any(${ids}::uuid[])`)
  await updateLatest(tx, rows, [])
}

/** Updates the latest firmwares before these are deleted, and detaches them from their hardwares. */
export async function updateLatestWithout(tx: Queryable, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Hardware>(sql`
    delete from gateway_firmware_hardwares where firmware_id = any(${ids}::uuid[]) returning hardware_id as id`)
  await updateLatest(tx, rows, ids)
}

interface Hardware {
  readonly id: string
}

/**
 * Updates the latest firmwares of these hardwares. A lock serialises all servers, because two concurrent releases would not see each other;
 * its holder waits for no other transaction, since only it writes here.
 */
async function updateLatest(tx: Queryable, hardwares: readonly Hardware[], deletedIds: readonly string[]): Promise<void> {
  const ids = hardwares.map(({ id }) => id)
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('latest_firmwares'))`)
  await tx.query(sql`
    delete from latest_firmwares latest
    where firmware_id in (
      select firmware_id from gateway_firmware_hardwares where hardware_id = any(${ids}::uuid[])
      union all select unnest(${deletedIds}::uuid[])
    ) and not exists (select from gateway_firmware_hardwares fh where fh.firmware_id = latest.firmware_id and ${newest})`)
  await tx.query(sql`
    insert into latest_firmwares (firmware_id)
    select distinct fh.firmware_id from gateway_firmware_hardwares fh
    where fh.hardware_id = any(${ids}::uuid[]) and ${newest}
    on conflict do nothing`)
}
