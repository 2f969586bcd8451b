import sql from 'sql-template-tag'
import type { BatchOutcome, Fault, RefusalCode } from '../../contract/datapoints'
import { batches } from '../auth/throttle'
import { databaseFault, type Queryable } from '../db/database'
import type { Deps } from '../deps'
import type { Readings } from '../events/readings'
import type { Sender } from './admission'
import { readBatch, type Batch } from './batch'
import { heardIn, type Heard } from './batchSensors'
import { ensureMonths, monthOf } from './months'

const DAY_MS = 86_400_000
const UNIQUE_VIOLATION = '23505'

/**
 * Takes a gateway's batch in, in one statement: what is answered as stored is stored, once, however often it is sent. Null when its sender
 * is not let in: see `Admission`. Throws 422 and 413 for what is no batch. `note` hears of it once it is committed.
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
  const heard = heardIn(batch, now)
  const take = (trusting: boolean) => takeIn(db, { sender, at, batch, heard, trusting })
  const taken = await take(true).catch((error: unknown) => {
    // Somebody stored readings past this program: what they know is looked up one by one.
    if (databaseFault(error)?.code === UNIQUE_VIOLATION) return take(false)
    throw error
  })
  if (taken.gatewayId === null) return null
  note(
    taken.gatewayId,
    taken.sensorIds.filter((id) => id !== null),
  )
  return outcomeOf({ batch, heard }, taken)
}

interface Told {
  readonly sender: Sender
  readonly at: Date
  readonly batch: Batch
  readonly heard: Heard
  /** Whether readings that are later than all of their sensors' are taken for new: see `take_in`. */
  readonly trusting: boolean
}

interface Taken {
  /** Whose batch it was; null when nothing was done. */
  readonly gatewayId: string | null
  /** How many readings are new. */
  readonly stored: number
  /** Which were there: places among the readings, from 1. */
  readonly known: readonly number[]
  /** Of each sensor that was heard, by place; null of one whose readings are not stored. */
  readonly sensorIds: readonly (string | null)[]
  /** Which of those are assigned to another gateway: places among the sensors, from 1. Nobody has registered the others. */
  readonly elsewhere: readonly number[]
}

/** Stores, counts, judges and notes all that a batch tells: migration 012. */
async function takeIn(db: Queryable, { sender, at, batch, heard, trusting }: Told): Promise<Taken> {
  const { sensors, curves, readings, places } = heard
  const { rows } = await db.query<Taken>(sql`
    select of_gateway as "gatewayId", stored, known, sensor_ids as "sensorIds", elsewhere from take_in(
      ${sender.gatewayId}::uuid, ${sender.keyHash}::text, ${batches.limit}::integer, ${batches.windowS}::integer, ${at}::timestamptz,
      ${batch.firmwareVersion}::text, ${countsOf(batch)}::jsonb, ${trusting}::boolean,
      ${sensors.map(({ eui }) => eui)}::text[], ${sensors.map(({ at }) => at)}::bigint[],
      ${sensors.map(({ given }) => given)}::integer[], ${sensors.map(({ batteryPct }) => batteryPct)}::double precision[],
      ${sensors.map(({ rssiDbm }) => rssiDbm)}::double precision[], ${sensors.map(({ snrDb }) => snrDb)}::double precision[],
      ${sensors.map(({ firmwareVersion }) => firmwareVersion)}::text[],
      ${curves.map(({ sensor }) => sensor.place)}::integer[], ${curves.map(({ metric }) => metric)}::text[], ${curves.map((curve) => curve.readings.length)}::integer[],
      ${curves.map(({ first }) => first)}::bigint[], ${curves.map(({ latest }) => latest.measuredAt)}::bigint[],
      ${curves.map(({ latest }) => latest.value)}::double precision[],
      ${places}::integer[],
      ${readings.map(({ value }) => value)}::double precision[], ${readings.map(({ measuredAt }) => measuredAt)}::bigint[]
    )`)
  const [taken] = rows
  if (taken === undefined) throw new Error('A function that answers one row answered none')
  return taken
}

/** How many readings were refused for each reason, and how many reports. */
function countsOf({ refused, refusedReports }: Batch): Partial<Record<RefusalCode | 'report', number>> {
  const counts: ReturnType<typeof countsOf> = {}
  for (const { code } of refused) counts[code] = (counts[code] ?? 0) + 1
  if (refusedReports.length > 0) counts.report = refusedReports.length
  return counts
}

/** What the gateway is told: the fate of each reading, and which reports were not taken. */
function outcomeOf(
  { batch, heard }: Pick<Told, 'batch' | 'heard'>,
  { stored, known, sensorIds, elsewhere }: Taken,
): BatchOutcome {
  const ofOthers = new Set(elsewhere.flatMap((place) => heard.sensors[place - 1]?.eui ?? []))
  const turnedAway = heard.sensors.filter((_, at) => sensorIds[at] === null).map(({ eui }) => eui)
  const unknownSensors = turnedAway.filter((eui) => !ofOthers.has(eui))
  const notStored = new Set(turnedAway)
  const refused = batch.readings
    .filter(({ sensorEui }) => notStored.has(sensorEui))
    .map(({ index, sensorEui }) => ({ index, ...faultOf(sensorEui, ofOthers.has(sensorEui)) }))
  const repeated = heard.repeated.filter(({ sensorEui }) => !notStored.has(sensorEui))
  const duplicates = [...known.flatMap((place) => heard.readings[place - 1] ?? []), ...repeated]
  return {
    stored,
    duplicates: duplicates.length,
    duplicateIndexes: duplicates.map(({ index }) => index).toSorted((one, other) => one - other),
    refused: [...batch.refused, ...refused].toSorted((one, other) => one.index - other.index),
    refusedReports: batch.refusedReports,
    unknownSensors,
    otherGatewaysSensors: [...ofOthers],
  }
}

function faultOf(eui: string, ofAnother: boolean): Fault {
  return ofAnother
    ? {
        code: 'other_gateway',
        message: `The sensor ${eui} is assigned to another gateway, and this one may send readings of its own`,
      }
    : { code: 'unknown_sensor', message: `No sensor with the EUI ${eui} is registered` }
}
