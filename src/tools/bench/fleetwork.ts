// Times are processor time of this process and of the database, since a busy machine stretches the clock's.
import { parseArgs } from 'node:util'
import pg from 'pg'
import sql from 'sql-template-tag'
import { ACTIVITY_PATH } from '../../contract/activity'
import { alertKinds, needsMetric } from '../../contract/alertRules'
import { DAY_MS } from '../../contract/durations'
import { judgeAlerts } from '../../server/alerts/judge'
import { openFleet, type Fleet } from './fleet'
import { median } from './median'
import { wholeNumber } from './numbers'
import { withCleanup } from './tidy'

const options = {
  sensors: { type: 'string', default: '10000' },
  rules: { type: 'string', default: '50' },
  trouble: { type: 'string', default: '0.01' },
  entries: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '15' },
} as const

/** Milliseconds of processor time that judging may take each minute. */
const JUDGED_MS = 100

export const help = `npm run bench -- --only fleet [options]

Measures what judging alert rules and searching the activity take, on a throwaway PostgreSQL. Fails when judging takes more than
${JUDGED_MS} ms.

  --sensors N  sensors, and as many gateways (${options.sensors.default})
  --rules N    alert rules (${options.rules.default})
  --trouble P  share of devices that each kind of rule finds (${options.trouble.default})
  --entries N  entries of the activity (${options.entries.default})
  --runs N     runs (${options.runs.default})`

/** Measures both; returns the exit code, 1 when judging is over its budget. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const sensors = wholeNumber('sensors', values.sensors)
  const rules = wholeNumber('rules', values.rules)
  const entries = wholeNumber('entries', values.entries)
  const runs = wholeNumber('runs', values.runs)
  const trouble = Number(values.trouble || NaN)
  if (!(trouble >= 0 && trouble <= 1))
    throw new Error(`--trouble must be a number from 0 to 1, not ${values.trouble || 'nothing'}`)
  let judged = Infinity
  await withCleanup(async (later) => {
    const fleet = await openFleet({ engine: 'postgres', rows: sensors, areas: ['sensors'] })
    later(() => fleet.close())
    judged = await measureJudging(fleet, { rules, trouble, runs })
    await measureActivity(fleet, entries, runs)
  })
  return judged <= JUDGED_MS ? 0 : 1
}

interface Judging {
  readonly rules: number
  readonly trouble: number
  readonly runs: number
}

/** Judges rules of every kind, as each minute does; returns the median. The first minute raises all alerts. */
async function measureJudging(fleet: Fleet, { rules, trouble, runs }: Judging): Promise<number> {
  const { db } = fleet
  const some = `random() < ${trouble}`
  await past(fleet, [
    `update gateways set reporting_interval_s = 86400 / 3, last_seen_at = now() - case when ${some} then interval '1 day' else interval '0' end,
      target_firmware_id = case when ${some} then target_firmware_id end`,
    `update sensor_stats set reporting_interval_s = 86400 / 3, battery_pct = case when ${some} then 5 else 80 end,
      last_seen_at = now() - case when ${some} then interval '3 days' else interval '0' end,
      stray_until = case when ${some} then now() + interval '1 day' end,
      judged_until = now() + case when ${some} then interval '-1 hour' else interval '1 day' end`,
    `insert into sensor_latest (sensor_id, metric, value, measured_at)
      select s.id, metric, 20 + random() * 40, now() - random() * interval '1 hour'
      from sensors s cross join unnest(array['soil_moisture', 'air_humidity', 'air_temperature', 'soil_ec']) as metric
      on conflict do nothing`,
    'vacuum (analyze)',
  ])
  for (let n = 0; n < rules; n += 1) {
    const kind = alertKinds[n % alertKinds.length] ?? 'gateway_offline'
    await db.query(sql`
      insert into alert_rules (id, name, kind, metric, for_s, severity)
      values (new_id(), ${`Rule ${n}`}, ${kind}, ${needsMetric(kind) ? 'soil_moisture' : null}, 600, 'warning')`)
  }
  const minute = async () => {
    await db.query(sql`update alert_rules set judged_at = null`)
    const { spent, answer } = await spentBy(fleet, () => judgeAlerts(db))
    return { spent, answer }
  }
  const first = await minute()
  const later: number[] = []
  for (let run = 0; run < runs; run += 1) later.push((await minute()).spent)
  const { rows } = await db.query<{ sensors: number; gateways: number; open: number }>(sql`
    select (select count(*) from sensors) as sensors, (select count(*) from gateways) as gateways,
      (select count(*) from alerts where status <> 'resolved') as open`)
  const [there] = rows
  console.log(`${there?.sensors} sensors, ${there?.gateways} gateways, ${rules} rules, ${there?.open} alerts open`)
  console.log(`judging, the first minute (raises ${first.answer.raised})  ${words([first.spent])}`)
  console.log(`judging, a minute                ${words(later)}  of ${JUDGED_MS} ms`)
  return median(later)
}

async function measureActivity(fleet: Fleet, entries: number, runs: number): Promise<void> {
  const { app, db, token } = fleet
  await past(fleet, [
    `insert into audit_entries (at, action, subject, subject_id, after)
    select now() - n * interval '30 seconds', 'updated', 'Sensor', s.id::text,
      jsonb_build_object('name', s.name || ' ' || n, 'eui', s.eui)
    from generate_series(1, ${entries}) n
    join (select id, name, eui, row_number() over (order by id) as nth from sensors) s on s.nth = 1 + n % (select count(*) from sensors)`,
    'vacuum (analyze) audit_entries',
  ])
  const { rows } = await db.query<{ name: string }>(
    sql`select after ->> 'name' as name from audit_entries order by id limit 1 offset ${entries / 2}`,
  )
  const rare = rows[0]?.name ?? ''
  const aDay = `from=${encodeURIComponent(daysAgo(171))}&to=${encodeURIComponent(daysAgo(170))}`
  const queries: readonly (readonly [string, string])[] = [
    ['the newest', ''],
    ['what one of them has', `q=${encodeURIComponent(rare)}`],
    ['what nearly all have', 'q=sensor'],
    ['what none has', 'q=zqxj'],
    ['three letters', `q=${encodeURIComponent(rare.slice(0, 3))}`],
    ['a search of one action', `q=${encodeURIComponent(rare)}&action=updated`],
    ['a day, half a year ago', aDay],
    ['what nearly all have, of that day', `q=sensor&${aDay}`],
    ['what none has, of that day', `q=zqxj&${aDay}`],
  ]
  console.log(`activity of ${entries} entries`)
  for (const [title, query] of queries) {
    const spent: number[] = []
    for (let run = -2; run < runs; run += 1) {
      const one = await spentBy(fleet, async () =>
        app.inject({ method: 'GET', url: `${ACTIVITY_PATH}?${query}`, headers: { authorization: `Bearer ${token}` } }),
      )
      if (one.answer.statusCode !== 200)
        throw new Error(`${query} was answered with ${one.answer.statusCode}: ${one.answer.body}`)
      if (run >= 0) spent.push(one.spent)
    }
    console.log(`  ${title.padEnd(30)} ${words(spent)}`)
  }
}

/** Runs statements on a connection of its own, because the pool's have a statement time-out. */
async function past({ settings }: Fleet, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl ?? '' })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function spentBy<T>({ cpu }: Pick<Fleet, 'cpu'>, work: () => Promise<T>): Promise<{ answer: T; spent: number }> {
  const clock = cpu ?? (() => performance.now())
  const before = clock()
  const answer = await work()
  return { answer, spent: clock() - before }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}

function words(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  return `median ${median(values).toFixed(1)} ms, most ${(sorted.at(-1) ?? NaN).toFixed(1)} ms`
}
