import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { notifyOfEndedSilences, notifyOfReadings } from '../events/readings'
import { sensorsBehind } from './deviceState'

/** Seconds before its first run that the job looks at, because no process looked while the server restarted. */
const FIRST_LOOK_S = 120

interface Span {
  readonly from: string
  readonly until: string
}

/**
 * Returns a job that notifies every process, and so their open pages, of the devices that went offline since its last run, of the sensors
 * that became unreachable with their gateway, and of rules' silences and acknowledged alerts' snoozes that are over: nothing is written then, so
 * no other event says so. The rules' judgement writes when an open alert's snooze is over. Each process runs it: a repeated event makes a page
 * refetch once more.
 */
export function watchSilences(db: Queryable): () => Promise<void> {
  let since: string | null = null
  return async () => {
    const { rows } = await db.query<Span>(sql`
      select coalesce(${since}::timestamptz, now() - make_interval(secs => ${FIRST_LOOK_S}))::text as from, now()::text as until`)
    const [span] = rows
    if (span === undefined) throw new Error('The time query returned no row')
    const within = sql`online_until >= ${span.from}::timestamptz and online_until < ${span.until}::timestamptz`
    const gateways = await idsOf(db, sql`select id from gateways where ${within}`)
    const sensors = await idsOf(db, sql`select sensor_id as id from sensor_stats where ${within}`)
    const unreachable = await sensorsBehind(db, gateways)
    await notifyOfReadings(db, gateways, [...new Set([...sensors, ...unreachable])])
    const over = (column: Sql) => sql`${column} > ${span.from}::timestamptz and ${column} <= ${span.until}::timestamptz`
    const rules = await idsOf(db, sql`select id from alert_rules where ${over(sql`silenced_until`)}`)
    const snoozed = sql`select id from alerts where status = 'acknowledged' and ${over(sql`snoozed_until`)} limit 1`
    const alerts = await idsOf(db, snoozed)
    await notifyOfEndedSilences(db, rules, alerts.length > 0)
    since = span.until
  }
}

async function idsOf(db: Queryable, select: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(select)
  return rows.map(({ id }) => id)
}
