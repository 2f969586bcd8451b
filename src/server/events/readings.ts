import sql from 'sql-template-tag'
import { array } from 'yup'
import { alertRules } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { readingsEvent, type ReadingsEvent } from '../../contract/events'
import { gateways } from '../../contract/gateways'
import { rollouts } from '../../contract/rollouts'
import { sensors } from '../../contract/sensors'
import { CHANNEL, type Queryable } from '../db/database'
import type { Deps } from '../deps'

/** Milliseconds between notifications, however many readings arrive. */
const EVERY_MS = 2000
/** Most devices named per area; a NOTIFY holds less than 8000 bytes. */
const NAMED_MAX = 90

/** Collects the devices that batches changed since the last notification. */
export interface Readings {
  /** Records that a gateway's batch was stored, which changed these sensors; in memory only. */
  note(gatewayId: string, sensorIds: readonly string[]): void
  /** Notifies at once of what was collected. */
  flush(): Promise<void>
}

/** Collects which devices batches change and notifies every process periodically, outside of batches' transactions. */
export function gatherReadings({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, everyMs = EVERY_MS): Readings {
  const pending = { gateways: new Set<string>(), sensors: new Set<string>() }
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [gatewayIds, sensorIds] = [[...pending.gateways], [...pending.sensors]]
    pending.gateways.clear()
    pending.sensors.clear()
    // Does not repeat a failed notification: the next readings trigger another one.
    await jobs.attempt('live_readings', () => notifyOfReadings(db, gatewayIds, sensorIds))
  }
  return {
    note(gatewayId, sensorIds) {
      pending.gateways.add(gatewayId)
      for (const id of sensorIds) pending.sensors.add(id)
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    flush,
  }
}

/** Notifies every process of the devices whose readings or derived states changed; within a transaction, once that commits. */
export async function notifyOfReadings(
  db: Queryable,
  gatewayIds: readonly string[],
  sensorIds: readonly string[],
): Promise<void> {
  await notify(db, [eventOf(gateways.name, gatewayIds), eventOf(sensors.name, sensorIds)])
}

/** Notifies every process, after the commit, that a rollout's counts have changed. */
export async function notifyOfRollout(tx: Queryable, id: string): Promise<void> {
  await notify(tx, [eventOf(rollouts.name, [id])])
}

/**
 * Notifies every process that rules' silences or alerts' snoozes are over. Names no alert, because it may now belong to lists that do not show
 * it yet.
 */
export async function notifyOfEndedSilences(db: Queryable, ruleIds: readonly string[], hasAlerts: boolean): Promise<void> {
  await notify(db, [eventOf(alertRules.name, ruleIds), { area: alerts.name, ids: hasAlerts ? null : [] }])
}

/** Events for a page that reconnects: it may have missed readings of any device, progress of any rollout and the end of any silence. */
export const anyReadings: readonly ReadingsEvent[] = [gateways, sensors, rollouts, alertRules, alerts].map(({ name }) => ({
  area: name,
  ids: null,
}))

async function notify(db: Queryable, all: readonly ReadingsEvent[]): Promise<void> {
  const events = all.filter(({ ids }) => ids?.length !== 0)
  if (events.length > 0) await db.query(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(events)})`)
}

function eventOf(area: string, ids: readonly string[]): ReadingsEvent {
  return { area, ids: ids.length > NAMED_MAX ? null : [...ids] }
}

const payloadSchema = array(readingsEvent).required()

/** Parses a payload of `notify`; empty for anything else, because other programs may notify on this channel. */
export function readReadings(payload: string): readonly ReadingsEvent[] {
  const events = parsed(payload)
  return payloadSchema.isValidSync(events, { strict: true }) ? events : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
