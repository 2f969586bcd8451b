import sql from 'sql-template-tag'
import { databaseFault, type Database, type Queryable } from '../db/database'
import { tookTooLong, unavailable } from '../db/faults'
import { isProblemError } from '../http/problems'
import { reportedIn } from './batchSensors'
import type { ReceivedBatch } from './storeBatch'

/** SQLSTATEs of a worker that does not answer or went away during the statement. */
const AWAY = /^(08|57P0)/

/** Whether a batch failed at once because a Citus worker is away; other workers may still store their parts. */
export function isWorkerAway(error: unknown): boolean {
  if (!isProblemError(error) || error.statusCode !== 503 || tookTooLong(error.cause)) return false
  return AWAY.test(databaseFault(error.cause)?.code ?? '')
}

/** Stores a part of a batch as a batch of its own. */
type StorePart = (part: ReceivedBatch) => Promise<void>

/**
 * Refuses a batch with readings of a worker that is known not to answer, without waiting for it; stores the other parts. The whole batch is
 * refused: when the gateway sends it again, their readings count as duplicates.
 */
export async function refuseAway(db: Database, whole: ReceivedBatch, storePart: StorePart): Promise<void> {
  const { workers } = db
  if (workers === undefined || workers.away.size === 0) return
  const parts = await partsByWorker(db, whole)
  const reachable = parts.filter(({ worker }) => !workers.away.has(worker))
  if (reachable.length === parts.length) return
  await storeEach(reachable, storePart)
  throw unavailable(new Error('A worker that holds readings of this batch does not answer'))
}

/** Stores the parts of a batch whose workers answer, after the batch has failed because one does not. */
export async function storeElsewhere(db: Database, whole: ReceivedBatch, storePart: StorePart): Promise<void> {
  const parts = await partsByWorker(db, whole)
  if (parts.length > 1) await storeEach(parts, storePart)
}

async function storeEach(parts: readonly Part[], storePart: StorePart): Promise<void> {
  for (const { part } of parts)
    await storePart(part).catch((error: unknown) => {
      if (!isWorkerAway(error)) throw error
    })
}

interface Part {
  /** The group of the Citus worker that holds the part's sensors. */
  readonly worker: number
  readonly part: ReceivedBatch
}

/** Splits a batch by the workers that hold its sensors. Leaves out what comes from unregistered ones. */
async function partsByWorker(db: Queryable, whole: ReceivedBatch): Promise<Part[]> {
  const { rows } = await db.query<{ worker: number; euis: string[] }>(sql`
    select p.groupid as worker, array_agg(s.eui) as euis from sensors s
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('datapoints', s.id)
    where s.eui = any(${whole.reported.sensors.map(({ eui }) => eui)}::text[])
    group by p.groupid`)
  return rows.map(({ worker, euis }) => ({ worker, part: partOf(whole, new Set(euis)) }))
}

/** The part of a batch that concerns these sensors. */
function partOf({ batch, at, sender }: ReceivedBatch, euis: ReadonlySet<string>): ReceivedBatch {
  const isOf = ({ sensorEui }: { readonly sensorEui: string }): boolean => euis.has(sensorEui)
  const { firmwareVersion } = batch
  const part = {
    readings: batch.readings.filter(isOf),
    reports: batch.reports.filter(isOf),
    refused: [],
    refusedReports: [],
    firmwareVersion,
  }
  return { sender, at, batch: part, reported: reportedIn(part, at.getTime()) }
}
