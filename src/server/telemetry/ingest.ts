import sql from 'sql-template-tag'
import type { BatchOutcome } from '../../contract/datapoints'
import { databaseFault, type Queryable } from '../db/database'
import type { Deps } from '../deps'
import type { Readings } from '../events/readings'
import { readBatch, type Batch } from './batch'
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
  const stored = await storeReadings(tx, known, lastOf(sensors), trusting)
  await noteSensors(tx, { readings: known, stored, reports: reportsOf(batch, sensors) }, now)
  await noteUnknown(tx, gatewayId, unknownSensors)
  await noteGateway(tx, gatewayId, batch.firmwareVersion ?? null)
  const outcome = { stored: stored.length, duplicates: known.length - stored.length, refused, unknownSensors }
  await noteCheckIn(tx, gatewayId, outcome, batch.firmwareVersion ?? null)
  return { ...outcome, heard: [...sensors.values()].map(({ id }) => id) }
}

interface Held {
  readonly id: string
  /** When it measured last; null when it never has. */
  readonly lastAt: string | null
}

/**
 * The sensors that the batch speaks of, by EUI. What is heard of them is held: batches that meet wait for each other in the order of the
 * sensors, so none waits for one that waits for it.
 */
async function sensorsOf(tx: Queryable, { readings, reports }: Batch): Promise<Map<string, Held>> {
  const euis = new Set([...readings, ...reports].map(({ sensorEui }) => sensorEui))
  if (euis.size === 0) return new Map()
  const { rows } = await tx.query<Held & { readonly eui: string }>(sql`
    select s.id, s.eui, stats.last_at as "lastAt" from sensors s join sensor_stats stats on stats.sensor_id = s.id
    where s.eui = any(${[...euis]}) order by s.id for no key update of stats`)
  return new Map(rows.map(({ eui, ...sensor }) => [eui, sensor]))
}

function lastOf(sensors: ReadonlyMap<string, Held>): Map<string, number> {
  return new Map([...sensors.values()].flatMap(({ id, lastAt }) => (lastAt === null ? [] : [[id, Date.parse(lastAt)]])))
}

function matched({ readings, reports, refused: faults }: Batch, sensors: ReadonlyMap<string, Held>) {
  const known: Known[] = []
  const refused = [...faults]
  const unknown = new Set(reports.map(({ sensorEui }) => sensorEui).filter((eui) => !sensors.has(eui)))
  for (const { index, sensorEui, ...reading } of readings) {
    const sensor = sensors.get(sensorEui)
    if (sensor !== undefined) known.push({ sensorId: sensor.id, ...reading })
    else {
      unknown.add(sensorEui)
      refused.push({ index, code: 'unknown_sensor', message: `No sensor with the EUI ${sensorEui} is registered` })
    }
  }
  refused.sort((one, other) => one.index - other.index)
  return { known, refused, unknownSensors: [...unknown] }
}

function reportsOf({ reports }: Batch, sensors: ReadonlyMap<string, Held>) {
  return reports.flatMap((report) => {
    const sensor = sensors.get(report.sensorEui)
    return sensor === undefined ? [] : [{ ...report, sensorId: sensor.id }]
  })
}
