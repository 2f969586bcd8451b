import type { BatchOutcome, Fault } from '../../contract/datapoints'
import { ownFirmwarePaths } from '../../contract/firmwareCalls'
import { databaseFault, type Database } from '../db/database'
import type { Deps } from '../deps'
import type { Readings } from '../events/readings'
import type { Sender } from './admission'
import { readBatch } from './batch'
import { reportedIn } from './batchSensors'
import { ensureMonths, monthOf } from './months'
import { storeBatch, type StoredBatch, type ReceivedBatch } from './storeBatch'
import { isWorkerAway, partsByWorker } from './workers'

const DAY_MS = 86_400_000
const UNIQUE_VIOLATION = '23505'

/**
 * Stores a gateway's batch in one transaction: readings that the answer calls stored are stored exactly once, however often the batch is
 * sent. Null when the sender is not admitted (see `Admission`). Throws 422 and 413 for what is no batch. Calls `note` after the commit.
 */
export async function ingest(
  { db, settings, clock }: Deps,
  sender: Sender,
  body: unknown,
  note: Readings['note'],
): Promise<BatchOutcome | null> {
  const at = clock()
  const now = at.getTime()
  const oldest = settings.retentionDays === 0 ? Number.NEGATIVE_INFINITY : now - settings.retentionDays * DAY_MS
  const batch = readBatch(body, now, oldest)
  await ensureMonths(
    db,
    batch.readings.map((reading) => monthOf(reading.measuredAt)),
  )
  const received: ReceivedBatch = { sender, at, batch, reported: reportedIn(batch, now) }
  const stored = await store(db, received).catch(async (error: unknown) => {
    if (settings.citus && isWorkerAway(error)) await storeInParts(db, received, note)
    throw error
  })
  if (stored === null) return null
  note(stored.gatewayId, stored.ids.values())
  return outcomeOf(received, stored)
}

/** Stores a batch; null when its sender is not admitted. */
function store(db: Database, received: ReceivedBatch): Promise<StoredBatch | null> {
  return db
    .transaction((tx) => storeBatch(tx, received, false))
    .catch((error: unknown) => {
      // Another program stored readings without updating the latest ones: look each reading up.
      if (databaseFault(error)?.code === UNIQUE_VIOLATION) return db.transaction((tx) => storeBatch(tx, received, true))
      throw error
    })
}

/**
 * Stores the parts of a batch whose workers answer, each as a batch of its own. The whole batch stays refused: when the gateway sends it
 * again, these readings count as duplicates.
 */
async function storeInParts(db: Database, whole: ReceivedBatch, note: Readings['note']): Promise<void> {
  for (const part of await partsByWorker(db, whole)) {
    const stored = await store(db, part).catch((error: unknown) => {
      if (isWorkerAway(error)) return null
      throw error
    })
    if (stored !== null) note(stored.gatewayId, stored.ids.values())
  }
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
    firmware: firmware && { ...firmware, path: ownFirmwarePaths.file },
  }
}

function ofAnother(eui: string): Fault {
  const message = `The sensor ${eui} is assigned to another gateway, and this gateway sends only readings of its own sensors`
  return { code: 'other_gateway', message }
}

function unregistered(eui: string): Fault {
  return { code: 'unknown_sensor', message: `No sensor with the EUI ${eui} is registered` }
}
