import sql from 'sql-template-tag'
import type { BatchOutcome, Fault } from '../../contract/datapoints'
import { assignedFirmwarePaths } from '../../contract/firmwareCalls'
import { databaseFault, type Database, type Transaction } from '../db/database'
import type { Deps } from '../deps'
import type { Readings } from '../events/readings'
import type { Sender } from './admission'
import { readBatch } from './batch'
import { reportedIn } from './batchSensors'
import { ensureMonths, monthOf } from './months'
import { keptSince } from './retention'
import { storeBatch, type StoredBatch, type ReceivedBatch } from './storeBatch'
import { isWorkerAway, refuseAway, storeElsewhere } from './workers'

const UNIQUE_VIOLATION = '23505'

/**
 * Stores a gateway's batch in one transaction: readings that the answer calls stored are stored exactly once, however often the batch is
 * sent. Null when the sender is not admitted (see `Admission`). Throws 422 and 413 for what is no batch. Calls `note` after the commit.
 */
export async function ingest(deps: Deps, sender: Sender, body: unknown, note: Readings['note']): Promise<BatchOutcome | null> {
  const { db, settings } = deps
  const at = deps.clock()
  const now = at.getTime()
  const batch = readBatch(body, now, keptSince(deps))
  await ensureMonths(
    db,
    batch.readings.map((reading) => monthOf(reading.measuredAt)),
  )
  const received: ReceivedBatch = { sender, at, batch, reported: reportedIn(batch, now) }
  async function keep(batchOrPart: ReceivedBatch): Promise<StoredBatch | null> {
    const stored = await store(db, batchOrPart)
    if (stored !== null) note(stored.gatewayId, stored.changedSensors)
    return stored
  }
  const keepPart = async (part: ReceivedBatch): Promise<void> => void (await keep(part))
  await refuseAway(db, received, keepPart)
  const stored = await keep(received).catch(async (error: unknown) => {
    if (settings.citus && isWorkerAway(error)) await storeElsewhere(db, received, keepPart)
    throw error
  })
  return stored && outcomeOf(received, stored)
}

/** Stores a batch; null when its sender is not admitted. */
async function store(db: Database, received: ReceivedBatch): Promise<StoredBatch | null> {
  const once = (isThorough: boolean): Promise<StoredBatch | null> =>
    db.transaction(async (tx) => {
      if (db.workers !== undefined && db.workers.away.size > 0) await waitLess(tx)
      return storeBatch(tx, received, isThorough)
    })
  return once(false).catch((error: unknown) => {
    // Another program stored readings without updating the latest ones: look each reading up.
    if (databaseFault(error)?.code === UNIQUE_VIOLATION) return once(true)
    throw error
  })
}

/** A batch that a worker never answered keeps its gateway locked: the next ones of that gateway must not use up the connections. */
async function waitLess(tx: Transaction): Promise<void> {
  await tx.query(sql`set local lock_timeout = '1s'`)
}

/** Builds the answer to the gateway: what became of each reading, and which reports were refused. */
function outcomeOf(
  { batch, reported }: ReceivedBatch,
  { stored, known, elsewhere, unknown, firmware }: StoredBatch,
): BatchOutcome {
  const otherGatewaysSensors = elsewhere.map(({ eui }) => eui)
  const unknownSensors = unknown.map(({ eui }) => eui)
  const faults = new Map([
    ...otherGatewaysSensors.map((eui): [string, Fault] => [eui, ofAnother(eui)]),
    ...unknownSensors.map((eui): [string, Fault] => [eui, unregistered(eui)]),
  ])
  const refused = batch.readings.flatMap(({ index, sensorEui }) => {
    const fault = faults.get(sensorEui)
    return fault === undefined ? [] : [{ index, ...fault }]
  })
  const duplicates = [...known, ...reported.repeated.filter(({ sensorEui }) => !faults.has(sensorEui))]
  return {
    stored,
    duplicates: duplicates.length,
    duplicateIndexes: duplicates.map(({ index }) => index).toSorted((one, other) => one - other),
    refused: [...batch.refused, ...refused].toSorted((one, other) => one.index - other.index),
    refusedReports: batch.refusedReports,
    unknownSensors,
    otherGatewaysSensors,
    firmware: firmware && { ...firmware, path: assignedFirmwarePaths.file },
  }
}

function ofAnother(eui: string): Fault {
  const message = `The sensor ${eui} is assigned to another gateway, and this gateway sends only readings of its own sensors`
  return { code: 'other_gateway', message }
}

function unregistered(eui: string): Fault {
  return { code: 'unknown_sensor', message: `No sensor with the EUI ${eui} is registered` }
}
