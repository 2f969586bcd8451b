import { setTimeout as sleep } from 'node:timers/promises'
import { readingsAt, type SimulatedReading, type SimulatedSensor } from './climate'
import type { SimulateOptions } from './options'
import { takeUpdate, type OfferedFirmware } from './update'

/**
 * Counts of what was sent: `failed` counts posts that wait for a later round, `slowed` answers with 429, all others but `batches` count
 * readings.
 */
export interface Sent {
  batches: number
  stored: number
  duplicates: number
  refused: number
  failed: number
  slowed: number
}

/** A gateway of the simulated fleet, which posts with its own key. */
export interface SimulatedGateway {
  readonly name: string
  readonly key: string
  readonly sensors: readonly SimulatedSensor[]
  readonly hardwareId: string
  /** Version of the firmware that it runs. */
  readonly version: string
}

/** The API's answer to a batch. */
interface Taken {
  readonly stored: number
  readonly duplicates: number
  readonly refused: readonly unknown[]
  readonly firmware?: OfferedFirmware | null
}

/** How a gateway behaves, and the functions it needs. */
type Behaviour = Pick<SimulateOptions, 'url' | 'drift' | 'faults' | 'outages' | 'flood' | 'failures'>
interface Surroundings {
  readonly chance: () => number
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

/** Readings of one post: the most that a batch may have, less one for a wrong reading. */
const BATCH_MAX = 4_999
/** Milliseconds between two readings of the history. */
const HISTORY_MS = 600_000
/** Rounds for which a gateway stays silent: from the first number to below the second. */
const SILENT_ROUNDS = [2, 8] as const
/** Tries of one post before its readings wait for the next round. */
const TRIES = 3

/**
 * Creates a gateway. It holds its unsent readings, whether it is silent or its key was replaced, and until when the server asked it to
 * wait.
 */
export function createGateway(
  { name, key, sensors, version }: SimulatedGateway,
  { url, drift, faults, outages, flood, failures }: Behaviour,
  { chance, signal, print }: Surroundings,
) {
  let backlog: SimulatedReading[] = []
  let silentFor = 0
  let waitUntil = 0
  let slowed = 0
  let hasKey = true
  let running = version
  let offered: OfferedFirmware | null = null

  return {
    isSilent: () => silentFor > 0 || !hasKey,
    hasKey: () => hasKey,
    /** Measures at `now`, and sends unless it is silent. Returns what became of the readings. */
    async round(now: number): Promise<Sent> {
      if (!hasKey) return nothing()
      backlog.push(...sensors.flatMap((sensor) => readingsAt(sensor, now + drift * 1000)))
      if (silentFor > 0) silentFor -= 1
      else if (chance() < outages) silentFor = SILENT_ROUNDS[0] + Math.floor(chance() * (SILENT_ROUNDS[1] - SILENT_ROUNDS[0]))
      if (silentFor > 0) return nothing()
      await Promise.all(Array.from({ length: flood }, () => ask('{ "datapoints": [] }')))
      const outcome = await flush()
      await update()
      return outcome
    },
    /**
     * Sends readings for every ten minutes of the `hours` before `now`. Times are rounded down to ten minutes, so that a repeated call
     * sends the same readings.
     */
    async backfill(now: number, hours: number): Promise<Sent> {
      for (let at = Math.floor(now / HISTORY_MS) * HISTORY_MS - (hours * 6 - 1) * HISTORY_MS; at <= now; at += HISTORY_MS)
        backlog.push(...sensors.flatMap((sensor) => readingsAt(sensor, at)))
      return flush()
    },
  }

  /** Installs the firmware that the server offered; the next batch reports its version. */
  async function update(): Promise<void> {
    if (offered === null || offered.version === running) return
    const { version: next } = offered
    try {
      if (await takeUpdate(offered, { url, key, signal, fails: chance() < failures })) running = next
    } catch (error) {
      if (!signal.aborted) print(`${name} could not go on with its update to ${next}: ${String(error)}.`)
    }
    offered = null
  }

  async function flush(): Promise<Sent> {
    const total = nothing()
    while (backlog.length > 0) {
      const outcome = Date.now() < waitUntil || !hasKey ? null : await send(backlog.slice(0, BATCH_MAX))
      if (outcome === null) {
        total.failed += 1
        break
      }
      backlog = backlog.slice(BATCH_MAX)
      add(total, outcome)
    }
    total.slowed += slowed
    slowed = 0
    return total
  }

  /** Null when the post failed: its readings stay in the backlog, as in a real gateway. */
  async function send(datapoints: readonly SimulatedReading[]): Promise<Partial<Sent> | null> {
    const wrong = chance() < faults ? Math.floor(chance() * 4) : null
    if (wrong === 0) await post('{ "datapoints": [')
    const spoil = wrong === 1 ? impossible : wrong === 2 ? strange : null
    const sent = spoil === null ? datapoints : [...datapoints, ...datapoints.slice(0, 1).map(spoil)]
    const body = JSON.stringify({ datapoints: sent, sensors: sensors.map(reportOf), firmwareVersion: running })
    const answer = await post(body)
    if (answer === null) return null
    offered = answer.firmware ?? null
    // Repeats the post, as after a lost answer.
    const again = wrong === 3 ? await post(body) : null
    const refused = answer.refused.length + (again?.refused.length ?? 0)
    return {
      batches: again ? 2 : 1,
      stored: answer.stored + (again?.stored ?? 0),
      duplicates: answer.duplicates + (again?.duplicates ?? 0),
      refused,
    }
  }

  async function post(body: string): Promise<Taken | null> {
    for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt += 1) {
      const response = await ask(body)
      if (response?.ok) return ((await response.json()) as { result: Taken }).result
      if (response !== null && response.status <= 429) return null
      await wait(Number(response?.headers.get('retry-after') ?? 1) * 1000, signal)
    }
    return null
  }

  /** Null when nobody answered. After a 429 the gateway keeps its readings until the time that the server named. */
  async function ask(body: string): Promise<Response | null> {
    // Without an answer `post` tries again, and a post that stays without one is counted as failed.
    const response = await fetch(`${url}/api/v1/datapoints`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body,
      signal,
    }).catch(() => null)
    if (response?.status === 429) {
      slowed += 1
      waitUntil = Date.now() + Number(response.headers.get('retry-after') ?? 1) * 1000
    }
    if (response?.status === 401 && hasKey) {
      hasKey = false
      print(`${name} is silent from now on: it was given a new key.`)
    }
    return response
  }
}

/** Returns counts of zero. */
export function nothing(): Sent {
  return { batches: 0, stored: 0, duplicates: 0, refused: 0, failed: 0, slowed: 0 }
}

/** Adds counts to `total`. */
export function add(
  total: Sent,
  { batches = 0, stored = 0, duplicates = 0, refused = 0, failed = 0, slowed = 0 }: Partial<Sent>,
): void {
  total.batches += batches
  total.stored += stored
  total.duplicates += duplicates
  total.refused += refused
  total.failed += failed
  total.slowed += slowed
}

/** Resolves after `ms` milliseconds, or at once when the signal aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function reportOf({ eui, offset }: SimulatedSensor) {
  return { sensorEui: eui, rssiDbm: Math.round(-60 - 50 * offset), snrDb: Math.round(12 - 15 * offset) }
}

function impossible(reading: SimulatedReading): SimulatedReading {
  return { ...reading, metric: 'soil_moisture', value: 140 }
}

function strange(reading: SimulatedReading): SimulatedReading {
  return { ...reading, sensorEui: '02F051FF00000001' }
}
