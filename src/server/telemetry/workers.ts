import sql from 'sql-template-tag'
import { databaseFault, type Queryable } from '../db/database'
import { isProblemError } from '../http/problems'
import { reportedIn } from './batchSensors'
import type { ReceivedBatch } from './storeBatch'

/** SQLSTATEs of a worker that does not answer or went away during the statement. */
const AWAY = /^(08|57P0)/

/** Whether a batch failed because a Citus worker is away; other workers may still store their parts. */
export function isWorkerAway(error: unknown): boolean {
  return isProblemError(error) && error.statusCode === 503 && AWAY.test(databaseFault(error.cause)?.code ?? '')
}

/**
 * Splits a batch by the Citus workers that hold its sensors. Leaves out what belongs to no sensor and what comes from unregistered ones.
 * Empty when one worker holds all.
 */
export async function partsByWorker(db: Queryable, whole: ReceivedBatch): Promise<ReceivedBatch[]> {
  const { rows } = await db.query<{ euis: string[] }>(sql`
    select array_agg(s.eui) as euis from sensors s
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('datapoints', s.id)
    where s.eui = any(${whole.reported.sensors.map(({ eui }) => eui)}::text[])
    group by p.groupid`)
  return rows.length < 2 ? [] : rows.map(({ euis }) => partOf(whole, new Set(euis)))
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
