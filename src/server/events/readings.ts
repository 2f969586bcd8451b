import sql from 'sql-template-tag'
import { array } from 'yup'
import { readingsEvent, type ReadingsEvent } from '../../contract/events'
import { gateways } from '../../contract/gateways'
import { sensors } from '../../contract/sensors'
import { CHANNEL, type Queryable } from '../db/database'
import type { Deps } from '../deps'

/** Between two tellings, ms: however much comes in, that is all that pages hear of it. */
const EVERY_MS = 2000
/** Devices of an area that are named; a NOTIFY holds less than 8000 bytes. */
const NAMED_MAX = 90

/** What has been heard and not been told yet. */
export interface Readings {
  /** Notes that a gateway's batch of these sensors' readings was stored; costs next to nothing. */
  note(gatewayId: string, sensorIds: Iterable<string>): void
  stop(): void
}

/** Gathers what gateways bring, and tells every process of it now and then, outside of any batch's transaction. */
export function gatherReadings({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, everyMs = EVERY_MS): Readings {
  const heard = { gateways: new Set<string>(), sensors: new Set<string>() }
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    const [gatewayIds, sensorIds] = [[...heard.gateways], [...heard.sensors]]
    heard.gateways.clear()
    heard.sensors.clear()
    // A database that is away misses it; the next readings tell again.
    void jobs.attempt('live_readings', () => tellReadings(db, gatewayIds, sensorIds))
  }
  return {
    note(gatewayId, sensorIds) {
      heard.gateways.add(gatewayId)
      for (const id of sensorIds) heard.sensors.add(id)
      timer ??= setTimeout(flush, everyMs).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Tells every process which devices were heard. */
export async function tellReadings(db: Queryable, gatewayIds: readonly string[], sensorIds: readonly string[]): Promise<void> {
  const events = [eventOf(gateways.name, gatewayIds), eventOf(sensors.name, sensorIds)].filter(({ ids }) => ids?.length !== 0)
  if (events.length > 0) await db.query(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(events)})`)
}

/** What a page that was away has to take as heard: nobody knows. */
export const anyReadings: readonly ReadingsEvent[] = [gateways, sensors].map(({ name }) => ({ area: name, ids: null }))

function eventOf(area: string, ids: readonly string[]): ReadingsEvent {
  return { area, ids: ids.length > NAMED_MAX ? null : [...ids] }
}

const sent = array(readingsEvent).required()

/** What `tellReadings` sent; empty for anything else, since other programs on the database may notify on its channels. */
export function readReadings(payload: string): readonly ReadingsEvent[] {
  const told = parsed(payload)
  return sent.isValidSync(told, { strict: true }) ? told : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
