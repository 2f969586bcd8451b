// Stores readings through the API, and past it by a bare insert and a bare COPY. All three write the same sensors into the same table (on
// PGlite, into a copy of it), and so to the same places of the same indexes. The server does not count what is stored past the API: the number
// of rows must equal both together.
import { Agent, request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './engines'

/** A reading; `sensor` is a number from 1. */
interface Reading {
  readonly sensor: number
  readonly metric: string
  readonly value: number
  readonly measuredAt: string
}

/** A batch of a gateway, which is a number from 1. */
export interface Batch {
  readonly gateway: number
  readonly readings: readonly Reading[]
}

interface Shape {
  readonly sensors: number
  readonly metrics: number
  readonly moments: number
}

const BATCH = 500
/** Batches under way at once. */
export const AT_ONCE = 4
/** Most attempts to send a batch. */
const TRIES_MAX = 30
/** Milliseconds between two measurements: thousands of batches fit into the last hour. */
const TICK_MS = 20
const METRICS = ['air_humidity', 'air_temperature', 'battery', 'illuminance', 'soil_moisture'] as const
/** A gateway sends what its own sensors measured since its last call; a repeater of a whole greenhouse sends one metric of each sensor. */
export const SHAPES = {
  gateway: { sensors: 10, metrics: METRICS.length, moments: 10 },
  repeater: { sensors: 500, metrics: 1, moments: 1 },
} satisfies Record<string, Shape>

/** Makes batches of readings, of one sensor after the other, each later than all before. `until`: the time of the last stored reading. */
export function createSource({
  sensors,
  gateways,
  until,
}: {
  readonly sensors: number
  readonly gateways: number
  readonly until: number
}): (kind: keyof typeof SHAPES, count: number) => Batch[] {
  let tick = 1
  let batch = 0
  return function take(kind, count) {
    const shape = SHAPES[kind]
    return Array.from({ length: count }, () => {
      const first = (batch * shape.sensors) % sensors
      const from = tick
      tick += shape.moments
      batch += 1
      return { gateway: 1 + (batch % gateways), readings: readingsOf(first, from, shape, { until, sensors }) }
    })
  }
}

/** A batch without readings of each gateway, after which the server has a recent call of each. */
export function callsOf({ gateways }: { readonly gateways: number }): Batch[] {
  return Array.from({ length: gateways }, (_, at) => ({ gateway: 1 + at, readings: [] }))
}

function readingsOf(
  first: number,
  from: number,
  { sensors: width, metrics, moments }: Shape,
  { until, sensors }: { readonly until: number; readonly sensors: number },
): Reading[] {
  return Array.from({ length: BATCH }, (_, at) => {
    const place = at % width
    const metric = METRICS[Math.floor(at / width) % metrics] ?? METRICS[0]
    const moment = from + (Math.floor(at / width / metrics) % moments)
    const measuredAt = new Date(until + moment * TICK_MS).toISOString()
    return { sensor: 1 + ((first + place) % sensors), metric, value: (place * 7 + moment) % 60, measuredAt }
  })
}

/**
 * Posts batches as gateways do, which try again when the answer asks for it. Returns how many readings were stored a second, and throws when
 * one was not.
 */
export async function post(origin: string, batches: readonly Batch[], hands = AT_ONCE): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: hands })
  const requests = batches.map(({ gateway, readings }): Post => ({
    authorization: `Bearer fgk_grow${gateway}`,
    body: Buffer.from(
      JSON.stringify({ datapoints: readings.map(({ sensor, ...reading }) => ({ sensorEui: euiOf(sensor), ...reading })) }),
    ),
    count: readings.length,
  }))
  const send = async (one: Post, tries = 1): Promise<void> => {
    const { authorization, body, count } = one
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length }
    const answer = await exchange(`${origin}/api/v1/datapoints`, { method: 'POST', agent, headers }, body)
    if (answer.status === 503 && tries < TRIES_MAX) {
      await sleep(Number(answer.headers['retry-after']) * 1000)
      return send(one, tries + 1)
    }
    if (answer.status !== 200) throw new Error(`A batch was answered with ${answer.status}: ${answer.text}`)
    const { result } = JSON.parse(answer.text) as { result: { stored: number; duplicates: number } }
    // A batch that was sent again may have been stored the first time.
    const stored = result.stored + (tries > 1 ? result.duplicates : 0)
    if (stored !== count) throw new Error(`Of ${count} readings ${stored} were stored: ${answer.text.slice(0, 400)}`)
  }
  const perSecond = await timed(readingsIn(batches), requests, (one) => send(one), hands)
  agent.destroy()
  return perSecond
}

interface Post {
  readonly authorization: string
  readonly body: Buffer
  /** The number of its readings. */
  readonly count: number
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** By node:http: client and server share the processor, of which fetch takes twice as much. */
function exchange(url: string, options: RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part) => (text += String(part)))
        .on('error', reject)
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject).end(body)
  })
}

/** A bare insert of each batch in a transaction of its own, by as many connections as there are posts under way. */
export function insert(connections: readonly Connection[], batches: readonly Batch[], ids: readonly string[]): Promise<number> {
  const columns = batches.map(({ readings }) => [
    readings.map(({ sensor }) => ids[sensor - 1]),
    readings.map(({ metric }) => metric),
    readings.map(({ measuredAt }) => measuredAt),
    readings.map(({ value }) => value),
  ])
  const statement = `insert into datapoints (sensor_id, metric, measured_at, value)
    select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::double precision[])`
  return timed(readingsIn(batches), columns, (values, hand) => connections[hand]?.query(statement, values), connections.length)
}

/** One COPY of all batches. */
export function copy(connection: Connection, batches: readonly Batch[], ids: readonly string[]): Promise<number> {
  const text = batches
    .flatMap(({ readings }) =>
      readings.map(({ sensor, metric, measuredAt, value }) => `${ids[sensor - 1]}\t${metric}\t${measuredAt}\t${value}\n`),
    )
    .join('')
  const statement = 'copy datapoints (sensor_id, metric, measured_at, value) from stdin'
  return timed(readingsIn(batches), [text], (whole) => connection.copy(statement, whole), 1)
}

export function readingsIn(batches: readonly Batch[]): number {
  return batches.reduce((sum, { readings }) => sum + readings.length, 0)
}

/** Does `work` with each of the parts, some at once; returns the readings a second. */
async function timed<Part>(
  readings: number,
  parts: readonly Part[],
  work: (part: Part, hand: number) => Promise<unknown> | undefined,
  hands: number,
): Promise<number> {
  const started = performance.now()
  const left = parts.values()
  const hand = async (number: number): Promise<void> => {
    for (const part of left) await work(part, number)
  }
  await Promise.all(Array.from({ length: hands }, (_, number) => hand(number)))
  return readings / ((performance.now() - started) / 1000)
}

function euiOf(sensor: number): string {
  return `A84041${sensor.toString(16).toUpperCase().padStart(10, '0')}`
}
