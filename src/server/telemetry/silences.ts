import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { notifyOfReadings } from '../events/readings'
import { sensorsBehind } from './deviceState'

/**
 * Returns a job that notifies every process, and so their open pages, of the devices that went offline since its last run, and of the
 * sensors that became unreachable with their gateway: nothing is written when a device falls silent, so no other event says so. Each
 * process runs it: a repeated event makes a page refetch once more.
 */
export function watchSilences(db: Queryable): () => Promise<void> {
  let since: string | null = null
  return async () => {
    const { rows } = await db.query<{ now: string }>(sql`select now()::text as now`)
    const now = rows[0]?.now ?? null
    if (since !== null && now !== null) {
      const span = sql`online_until >= ${since}::timestamptz and online_until < ${now}::timestamptz`
      const gateways = await idsOf(db, sql`select id from gateways where ${span}`)
      const sensors = await idsOf(db, sql`select sensor_id as id from sensor_stats where ${span}`)
      const unreachable = await sensorsBehind(db, gateways)
      await notifyOfReadings(db, gateways, [...new Set([...sensors, ...unreachable])])
    }
    since = now
  }
}

async function idsOf(db: Queryable, select: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(select)
  return rows.map(({ id }) => id)
}
