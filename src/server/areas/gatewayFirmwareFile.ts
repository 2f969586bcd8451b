import { readSync } from 'node:fs'
import sql from 'sql-template-tag'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { audit, type Actor } from '../activity/audit'
import { readRow, updateRows, type Row } from '../crud/table'
import { runChange, lockFresh, stale } from '../crud/write'
import type { Database, Queryable } from '../db/database'
import { matches } from '../http/conditions'
import { refusal } from '../http/problems'
import type { Received } from './gatewayFirmwareUpload'

/** Bytes per piece. */
const PIECE = 524_288

/** Throws what `storeFile` would throw before the file is received: 409 unless it is a draft, 412 when it was changed since it was read. */
export async function expectFile(db: Database, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await readRow(db, gatewayFirmwares, id)
  if (!matches(ifMatch, row)) throw stale(gatewayFirmwares, row)
  refuseSettled(row)
}

/** Replaces the firmware's file by a received one. The file of a released firmware never changes. */
export async function storeFile(
  db: Database,
  id: string,
  { file, fileName, sizeBytes, sha256 }: Received,
  ifMatch: string | undefined,
  actor: Actor,
): Promise<Row> {
  return runChange({ db, resource: gatewayFirmwares }, id, async (tx) => {
    await lockFresh(tx, gatewayFirmwares, id, ifMatch)
    const before = await readRow(tx, gatewayFirmwares, id)
    refuseSettled(before)
    await storePieces(tx, id, file)
    await updateRows(tx, gatewayFirmwares, [id], { fileName, sizeBytes, sha256 })
    const after = await readRow(tx, gatewayFirmwares, id)
    await audit(tx, { ...actor, action: 'uploaded', subject: gatewayFirmwares.name, subjectId: id, before, after })
    return after
  })
}

/**
 * Reads a firmware's file in pieces, from one byte to another, inclusive. Throws when the file is replaced during the read: a mix of both would
 * be corrupt.
 */
export async function* piecesOf(
  db: Queryable,
  { id, sha256 }: { readonly id: string; readonly sha256: string },
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  for (let place = Math.floor(from / PIECE); place * PIECE <= to; place++) {
    const { rows } = await db.query<{ bytes: Uint8Array | null }>(sql`
      select p.bytes from gateway_firmwares f
      left join gateway_firmware_pieces p on p.firmware_id = f.id and p.place = ${place}
      where f.id = ${id} and f.sha256 = ${sha256}`)
    const [row] = rows
    if (row === undefined) throw new Error('The file was replaced while it was read')
    if (row.bytes === null) return
    const begin = place * PIECE
    yield row.bytes.subarray(Math.max(0, from - begin), to + 1 - begin)
  }
}

/** Stores the file in pieces. Reads it synchronously: a transaction must wait for nothing but the database, and the file is local. */
async function storePieces(tx: Queryable, id: string, file: number): Promise<void> {
  await tx.query(sql`delete from gateway_firmware_pieces where firmware_id = ${id}`)
  const buffer = Buffer.alloc(PIECE)
  for (let place = 0; ; place++) {
    const length = readSync(file, buffer, 0, PIECE, place * PIECE)
    if (length === 0) return
    await tx.query(sql`
      insert into gateway_firmware_pieces (firmware_id, place, bytes)
      values (${id}, ${place}, ${new Uint8Array(buffer.subarray(0, length))})`)
  }
}

function refuseSettled({ status }: Row): void {
  if (status !== 'draft') throw refusal(409, 'conflict', 'The file of a released firmware cannot be changed')
}
