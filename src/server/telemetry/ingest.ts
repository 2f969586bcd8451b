import sql from 'sql-template-tag'
import type { BatchOutcome } from '../../contract/datapoints'
import { databaseFault, type Queryable } from '../db/database'
import type { Deps } from '../deps'
import type { Readings } from '../events/readings'
import { readBatch, type Batch } from './batch'
import { judge } from './condition'
import { noteCheckIn, noteGateway, noteSensors, noteUnknown } from './devices'
import { ensureMonths, monthOf } from './months'
import { storeReadings, type Known } from './store'

const DAY_MS = 86_400_000
const UNIQUE_VIOLATION = '23505'

/**
 * Takes a gateway's batch in, in one transaction: what is answered as stored is stored, once, however often it is sent. Throws 422 and
 * 413 for what is no batch. `note` hears of it once it is committed.
 */
export async function ingest(
  { db, settings, clock }: Deps,
  gatewayId: string,
  body: unknown,
  note: Readings['note'] = () => undefined,
): Promise<BatchOutcome> {
  const now = clock().getTime()
  const oldest = settings.retentionDays === 0 ? Number.NEGATIVE_INFINITY : now - settings.retentionDays * DAY_MS
  const batch = readBatch(body, now, oldest)
  await ensureMonths(
    db,
    batch.readings.map((reading) => monthOf(reading.measuredAt)),
  )
  const take = (trusting: boolean) => db.transaction((tx) => takeIn(tx, gatewayId, batch, now, trusting))
  const { heard, ...outcome } = await take(true).catch((error: unknown) => {
    // Somebody stored readings past this program: what they know is looked up one by one.
    if (databaseFault(error)?.code === UNIQUE_VIOLATION) return take(false)
    throw error
  })
  note(gatewayId, heard)
  return outcome
}

/** Stores a batch and notes what it tells of devices; answers of which sensors it spoke, too. */
async function takeIn(tx: Queryable, gatewayId: string, batch: Batch, now: number, trusting: boolean) {
  const sensors = await sensorsOf(tx, batch)
  const { known, unknownSensors, refused } = matched(batch, sensors)
  const stored = await storeReadings(tx, known, trusting)
  await judge(tx, [...new Set(known.map(({ sensorId }) => sensorId))])
  await noteSensors(tx, known, reportsOf(batch, sensors), now)
  await noteUnknown(tx, gatewayId, unknownSensors)
  await noteGateway(tx, gatewayId, batch.firmwareVersion ?? null)
  const outcome = { stored, duplicates: known.length - stored, refused, unknownSensors }
  await noteCheckIn(tx, gatewayId, outcome, batch.firmwareVersion ?? null)
  return { ...outcome, heard: sensors.values() }
}

/** Ids of the sensors that the batch speaks of, by EUI. They are held: batches that meet wait for each other in the order of the sensors. */
async function sensorsOf(tx: Queryable, { readings, reports }: Batch): Promise<Map<string, string>> {
  const euis = new Set([...readings, ...reports].map(({ sensorEui }) => sensorEui))
  if (euis.size === 0) return new Map()
  const { rows } = await tx.query<{ id: string; eui: string }>(
    sql`select id, eui from sensors where eui = any(${[...euis]}) order by id for no key update`,
  )
  return new Map(rows.map(({ id, eui }) => [eui, id]))
}

function matched({ readings, reports, refused: faults }: Batch, sensors: ReadonlyMap<string, string>) {
  const known: Known[] = []
  const refused = [...faults]
  const unknown = new Set(reports.map(({ sensorEui }) => sensorEui).filter((eui) => !sensors.has(eui)))
  for (const { index, sensorEui, ...reading } of readings) {
    const sensorId = sensors.get(sensorEui)
    if (sensorId !== undefined) known.push({ sensorId, ...reading })
    else {
      unknown.add(sensorEui)
      refused.push({ index, code: 'unknown_sensor', message: `No sensor with the EUI ${sensorEui} is registered` })
    }
  }
  refused.sort((one, other) => one.index - other.index)
  return { known, refused, unknownSensors: [...unknown] }
}

function reportsOf({ reports }: Batch, sensors: ReadonlyMap<string, string>) {
  return reports.flatMap((report) => {
    const sensorId = sensors.get(report.sensorEui)
    return sensorId === undefined ? [] : [{ ...report, sensorId }]
  })
}
