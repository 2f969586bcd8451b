import sql from 'sql-template-tag'
import { updateOf } from '../server/areas/assignability'
import type { Transaction } from '../server/db/database'
import type { Deps } from '../server/deps'
import { notifyOfReadings } from '../server/events/readings'
import { ensureMonths, monthOf } from '../server/telemetry/months'
import { insertReadings } from './measurements'
import { demoDevices } from './seed'

/** Milliseconds between checks for devices that are due. */
const BEAT_MS = 10_000
/**
 * How long a gateway takes to install an update. Updates assigned before the demo started take longer, so that they are seen in progress.
 */
const UPDATE = { before: '8 hours', since: '3 minutes' }

/** Keeps the demo's live devices reporting while the server runs; the returned function stops that. */
export function startDemoLife(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): () => Promise<void> {
  const alive = livingDevices(deps.clock())
  // Skips a beat when the database is busy; the next one catches up.
  const beat = () => demoBeat(deps, alive)
  const first = deps.jobs.attempt('demo_readings', beat)
  const stop = deps.jobs.every('demo_readings', BEAT_MS, beat)
  return async () => {
    await first
    await stop()
  }
}

interface Living {
  /** When the demo started. */
  readonly since: Date
  readonly gateways: readonly string[]
  readonly sensors: readonly string[]
}

/** EUIs of the devices that report. */
export function livingDevices(now: Date): Living {
  const { gateways, sensors } = demoDevices(now)
  return {
    since: now,
    gateways: gateways.filter((gateway) => gateway.health === 'alive').map((gateway) => gateway.row.eui),
    sensors: sensors.filter((sensor) => sensor.health === 'alive').map((sensor) => sensor.row.eui),
  }
}

/** Makes every due live device report. After a pause, spreads the devices over their interval instead of all at once. */
export async function demoBeat({ db, clock }: Pick<Deps, 'db' | 'clock'>, alive: Living): Promise<void> {
  const now = clock()
  const seen = sql`case when last_seen_at < ${now}::timestamptz - make_interval(secs => 2 * reporting_interval_s)
    then ${now}::timestamptz - make_interval(secs => random() * 0.8 * reporting_interval_s) else ${now}::timestamptz end`
  const due = sql`last_seen_at <= ${now}::timestamptz - make_interval(secs => reporting_interval_s)`
  const gateways = await db.transaction(async (tx) => {
    await tx.query(sql`select count_online(id) from gateways where eui = any(${alive.gateways}) and ${due} order by id`)
    await takeFirmware(tx, now, alive)
    const { rows } = await tx.query<{ id: string }>(
      sql`update gateways set last_seen_at = ${seen}, target_reported_at = case
          when target_reported_at >= target_firmware_at then target_reported_at
          when target_firmware_at is not null then ${now}::timestamptz
        end
        where eui = any(${alive.gateways}) and ${due} returning id`,
    )
    return rows
  })
  await ensureMonths(db, [monthOf(now.getTime())])
  const sensorIds = await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      sql`with held as (
          select sensor_id from sensor_stats
          where sensor_id in (select id from sensors where eui = any(${alive.sensors})) and ${due}
          order by sensor_id for no key update
        )
        update sensor_stats set last_seen_at = ${seen} where sensor_id in (select sensor_id from held) returning sensor_id as id`,
    )
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await insertReadings(tx, ids, now)
    // Records each gateway's call and its outcome.
    await tx.query(sql`
      insert into gateway_check_ins (gateway_id, at, stored, duplicates, unknown, firmware_version)
      select g.id, g.last_seen_at, (
          select count(*) from sensors s join datapoints d on d.sensor_id = s.id
          where s.gateway_id = g.id and s.id = any(${ids}::uuid[]) and d.measured_at = ${now}), 0, 0, f.semver
      from gateways g left join gateway_firmwares f on f.id = g.firmware_id
      where g.id = any(${gateways.map(({ id }) => id)}::uuid[])`)
    return ids
  })
  await notifyOfReadings(
    db,
    gateways.map(({ id }) => id),
    sensorIds,
  )
}

/**
 * Makes gateways install assigned firmwares; otherwise a rollout would wait for them and stop. Those that did not install one within a day
 * of reporting stay without it, like those that reported a failure.
 */
async function takeFirmware(tx: Transaction, now: Date, { gateways, since }: Living): Promise<void> {
  await tx.query(sql`
    with taken as (
      update gateways set firmware_id = target_firmware_id, reported_version = null, told_step = 'installed', told_at = ${now}, told_note = null
      where eui = any(${gateways}) and target_firmware_at <= ${now}::timestamptz
          - case when target_firmware_at > ${since} then ${UPDATE.since} else ${UPDATE.before} end::interval
        and ${updateOf('gateways')} = 'pending'
      returning firmware_id
    )
    update gateway_firmwares set first_installed_at = ${now} where first_installed_at is null and id in (select firmware_id from taken)`)
}
