// Readings stored through the API, and past it by a bare insert and a bare COPY: into the same table, on PGlite into a copy of it, of the same
// sensors, and so at the same places of the same indexes. What is stored past the API is not counted: all that is there must be what is counted
// and that.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const BATCH = 500
/** Batches under way at once. */
export const AT_ONCE = 4
/** How often a batch is sent. */
const TRIES_MAX = 30
/** Between two moments at which something is measured: thousands of batches fit into the last hour. */
const TICK_MS = 20
const METRICS = ['air_humidity', 'air_temperature', 'battery', 'illuminance', 'soil_moisture']
/** A gateway sends what its own sensors measured since it last could; a repeater that a whole greenhouse talks to, one metric of each. */
export const SHAPES = {
  gateway: { sensors: 10, metrics: METRICS.length, moments: 10 },
  repeater: { sensors: 500, metrics: 1, moments: 1 },
}

/** Makes batches of readings, of one sensor after the other, each later than all before. `until` is where those that are there end. */
export function createSource({ sensors, gateways, until }) {
  let tick = 1
  let batch = 0
  return function take(kind, count) {
    const { sensors: width, metrics, moments } = SHAPES[kind]
    return Array.from({ length: count }, () => {
      const first = (batch * width) % sensors
      const from = tick
      tick += moments
      batch += 1
      return { gateway: 1 + (batch % gateways), readings: readingsOf(first, from, { until, sensors, width, metrics, moments }) }
    })
  }
}

/** A batch without readings of each gateway, which from then on is known to the server as one that has called lately. */
export function callsOf({ gateways }) {
  return Array.from({ length: gateways }, (_, at) => ({ gateway: 1 + at, readings: [] }))
}

function readingsOf(first, from, { until, sensors, width, metrics, moments }) {
  return Array.from({ length: BATCH }, (_, at) => {
    const [place, metric, moment] = [
      at % width,
      Math.floor(at / width) % metrics,
      from + (Math.floor(at / width / metrics) % moments),
    ]
    const measuredAt = new Date(until + moment * TICK_MS).toISOString()
    return { sensor: 1 + ((first + place) % sensors), metric: METRICS[metric], value: (place * 7 + moment) % 60, measuredAt }
  })
}

/** Posts batches as gateways do, which come again when they are told to. Answers how many readings the API says it has stored. */
export async function post(origin, batches, hands = AT_ONCE) {
  const agent = new Agent({ keepAlive: true, maxSockets: hands })
  const requests = batches.map(({ gateway, readings }) => ({
    authorization: `Bearer fgk_grow${gateway}`,
    body: Buffer.from(
      JSON.stringify({ datapoints: readings.map(({ sensor, ...reading }) => ({ sensorEui: euiOf(sensor), ...reading })) }),
    ),
  }))
  let stored = 0
  const send = async (at, tries = 1) => {
    const { authorization, body } = requests[at]
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length }
    const answer = await exchange(`${origin}/api/v1/datapoints`, { method: 'POST', agent, headers }, body)
    if (answer.status === 503 && tries < TRIES_MAX) {
      await sleep(Number(answer.headers['retry-after']) * 1000)
      return send(at, tries + 1)
    }
    if (answer.status !== 200) throw new Error(`A batch was answered with ${answer.status}: ${answer.text}`)
    const { result } = JSON.parse(answer.text)
    // What was sent again may have been stored the first time.
    stored += result.stored + (tries > 1 ? result.duplicates : 0)
  }
  const perSecond = await timed(batches, (at) => send(at), hands)
  agent.destroy()
  return { perSecond, stored }
}

/** By node:http: who posts has the same processor as who answers, and fetch takes twice as much of it. */
function exchange(url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (answer) => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      resolve({ status: answer.statusCode, headers: answer.headers, text })
    })
    sent.on('error', reject).end(body)
  })
}

/** A bare insert of each batch in a transaction of its own, by as many connections as there are posts under way. */
export function insert(connections, batches, ids) {
  const columns = batches.map(({ readings }) => [
    readings.map(({ sensor }) => ids[sensor - 1]),
    readings.map(({ metric }) => metric),
    readings.map(({ measuredAt }) => measuredAt),
    readings.map(({ value }) => value),
  ])
  const statement = `insert into datapoints (sensor_id, metric, measured_at, value)
    select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::double precision[])`
  return timed(batches, (at, hand) => connections[hand].query(statement, columns[at]), connections.length)
}

/** One COPY of all batches. */
export function copy(connection, batches, ids) {
  const text = batches
    .flatMap(({ readings }) =>
      readings.map(({ sensor, metric, measuredAt, value }) => `${ids[sensor - 1]}\t${metric}\t${measuredAt}\t${value}\n`),
    )
    .join('')
  const whole = [{ readings: batches.flatMap(({ readings }) => readings) }]
  return timed(whole, () => connection.copy('copy datapoints (sensor_id, metric, measured_at, value) from stdin', text), 1)
}

/** Readings a second. */
async function timed(batches, work, hands) {
  const started = performance.now()
  let next = 0
  const hand = async (_, number) => {
    while (next < batches.length) await work(next++, number)
  }
  await Promise.all(Array.from({ length: hands }, hand))
  const readings = batches.reduce((sum, batch) => sum + batch.readings.length, 0)
  return readings / ((performance.now() - started) / 1000)
}

function euiOf(sensor) {
  return `A84041${sensor.toString(16).toUpperCase().padStart(10, '0')}`
}
