import sql from 'sql-template-tag'
import { statusBody } from '../../contract/firmwareCalls'
import { firmwareMoves, gatewayFirmwares, type FirmwareStatus, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { audit, type Actor } from '../activity/audit'
import { readRow, updateRows, type Row } from '../crud/table'
import { runChange, lockFresh } from '../crud/write'
import type { Database } from '../db/database'
import { refusal } from '../http/problems'
import { validated } from '../http/body'
import { unassign } from './gatewayTargets'
import { updateLatestOf } from './latestFirmwares'

/** Releases, deprecates or revokes a firmware. Throws 409 for an illegal move, and for a release without a file. */
export async function moveFirmware(
  db: Database,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
  actor: Actor,
): Promise<Row> {
  const { status, reason = null } = validated(statusBody, body)
  return runChange({ db, resource: gatewayFirmwares }, id, async (tx) => {
    await lockFresh(tx, gatewayFirmwares, id, ifMatch)
    const before = await readRow(tx, gatewayFirmwares, id)
    refuseMove(before as unknown as GatewayFirmware, status)
    await updateRows(tx, gatewayFirmwares, [id], {
      status,
      ...(status === 'released' ? { releasedAt: sql`now()` } : { statusReason: reason }),
    })
    if (status === 'revoked') await unassign(tx, sql`g.target_firmware_id = ${id}`, actor)
    await updateLatestOf(tx, [id])
    const after = await readRow(tx, gatewayFirmwares, id)
    await audit(tx, { ...actor, action: status, subject: gatewayFirmwares.name, subjectId: id, before, after })
    return after
  })
}

function refuseMove({ title, status, sha256 }: GatewayFirmware, to: FirmwareStatus): void {
  if (!firmwareMoves[status].includes(to)) throw refusal(409, 'conflict', `${title} is ${status} and cannot become ${to}`)
  if (to === 'released' && sha256 === null) throw refusal(409, 'conflict', `${title} has no file yet: upload it first`)
}
