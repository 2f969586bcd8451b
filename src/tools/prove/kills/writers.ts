import { setTimeout as sleep } from 'node:timers/promises'
import { BATCH_MAX, DATAPOINTS_PATH, type BatchOutcome } from '../../../contract/datapoints'
import { DAY_MS } from '../../../contract/durations'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { gatewayHardwares } from '../../../contract/gatewayHardwares'
import { gateways } from '../../../contract/gateways'
import { plants } from '../../../contract/plants'
import { createPath, itemPath, updatePath, type Resource } from '../../../contract/resource'
import { sensors } from '../../../contract/sensors'
import { troubleshoots } from '../../../contract/troubleshoots'
import { createNamer, sampleDraft } from '../../conformance/samples'
import type { Run } from '../campaign'
import { exchangeText, jsonRequest, type ProbeResponse, type ProbeRequest, type Client } from '../http'
import type { KnownRow } from '../known'
import { resultOf } from '../stage'
import type { Seen } from './book'
import { insisting, resultIn, RETRY_MS } from './insist'

/** Writers that carry on while the server is killed; each repeats a write until it is acknowledged. */
export interface Writers {
  /** Acknowledged versions of rows, by the row's key. */
  readonly created: ReadonlyMap<string, number>
  readonly changed: ReadonlyMap<string, number>
  /** Times of the acknowledged readings. */
  readonly measured: ReadonlySet<string>
  /** Number of writes acknowledged so far. */
  acknowledged(): number
  /** Reads the rows that are stored now. */
  seenCreated(): Promise<readonly Seen[]>
  seenChanged(): Promise<readonly Seen[]>
  /** Counts the acknowledged readings that are not stored. */
  missingReadings(): Promise<number>
  /** Stops writing; resolves when the writes under way are done. */
  stop(): Promise<void>
}

/** Starts the writers: they create rows, change rows, and send readings of a sensor. */
export async function startWriters(run: Pick<Run, 'seed' | 'findings'>, client: Client, token: string): Promise<Writers> {
  const word = `prove${run.seed}`
  const fleet = await insertFleet(client, token)
  const created = new Map<string, number>()
  const changed = new Map<string, number>()
  const measured = new Set<string>()
  const ending = new AbortController()
  const insist = insisting(run, client)
  let acknowledged = 0

  async function write(
    request: ProbeRequest,
    isRight: (answer: ProbeResponse) => boolean,
    note: (answer: ProbeResponse) => void,
  ): Promise<void> {
    const answer = await insist(request)
    if (answer === null) return
    if (!isRight(answer))
      run.findings.add('a write was refused', `${request.method} ${request.path.split('/')[3]}`, exchangeText(request, answer))
    else {
      acknowledged += 1
      note(answer)
    }
  }
  const versionIn = (answer: ProbeResponse): number => resultIn<KnownRow>(answer).version

  async function create(writer: number): Promise<void> {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const symptom = `${word}-${writer}-${n}`
      const row = { plantId: fleet.plant.id, symptom, affectedPart: 'leaf', category: 'pest', cause: 'kill', severity: 'low' }
      const request = jsonRequest('POST', troubleshoots.path, { token, body: row })
      const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': symptom } }
      await write(
        keyed,
        ({ status }) => status === 201,
        (answer) => void created.set(symptom, versionIn(answer)),
      )
    }
  }
  async function change({ id }: KnownRow): Promise<void> {
    const path = updatePath(sensors, id)
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const request = jsonRequest('PUT', path, { token, body: { id, model: `${word}-${n}` } })
      await write(
        request,
        ({ status }) => status === 200,
        (answer) => void changed.set(id, versionIn(answer)),
      )
    }
  }
  async function measure(): Promise<void> {
    const first = Date.now() - DAY_MS
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const at = new Date(first + n * 1000).toISOString()
      const request = jsonRequest('POST', DATAPOINTS_PATH, { token: fleet.key, body: { datapoints: [fleet.reading(at)] } })
      const answer = await insist(request)
      // A key may send 120 batches a minute.
      if (answer?.status === 429) await sleep(RETRY_MS * 25)
      else if (answer?.status === 200 && acceptedCount(answer) === 1) {
        acknowledged += 1
        measured.add(at)
      } else if (answer !== null) run.findings.add('a reading was refused', DATAPOINTS_PATH, exchangeText(request, answer))
    }
  }

  async function missingReadings(): Promise<number> {
    const times = [...measured]
    let missing = 0
    for (let at = 0; at < times.length; at += BATCH_MAX) missing += await missingAmong(times.slice(at, at + BATCH_MAX))
    return missing
  }
  async function missingAmong(times: readonly string[]): Promise<number> {
    const body = { datapoints: times.map(fleet.reading) }
    const answer = await insist(jsonRequest('POST', DATAPOINTS_PATH, { token: fleet.key, body }))
    if (answer?.status === 429) {
      await sleep(RETRY_MS * 100)
      return missingAmong(times)
    }
    // Readings that were stored before count as duplicates; what is stored only now was missing.
    return answer === null ? times.length : resultIn<BatchOutcome>(answer).stored
  }

  const work = Promise.all([create(1), create(2), ...fleet.sensors.map(change), measure()])
  return {
    created,
    changed,
    measured,
    acknowledged: () => acknowledged,
    async seenCreated() {
      const rows = await allRows(client, `${troubleshoots.listPath}?q=${word}-&sort=createdAt`, token)
      return rows.map((row) => ({ key: String(row['symptom']), version: row.version }))
    },
    seenChanged: () =>
      Promise.all(
        fleet.sensors.map(async ({ id }) => {
          const { version } = await resultOf<KnownRow>(client, jsonRequest('GET', itemPath(sensors, id), { token }))
          return { key: id, version }
        }),
      ),
    missingReadings,
    async stop() {
      ending.abort()
      await work
    },
  }
}

/** Counts the readings of an answer that are stored now, new or not. */
function acceptedCount(answer: ProbeResponse): number {
  const { stored, duplicates } = resultIn<BatchOutcome>(answer)
  return stored + duplicates
}

/** Creates the rows that the writes need, on an empty database. */
async function insertFleet(client: Client, token: string) {
  const namer = createNamer('kill')
  const make = (resource: Resource, references: Readonly<Record<string, string>> = {}): Promise<KnownRow> => {
    const body = sampleDraft(resource, namer, references)
    return resultOf(client, jsonRequest('POST', createPath(resource), { token, body }))
  }
  const hardware = await make(gatewayHardwares)
  const gateway = await make(gateways, { GatewayHardware: hardware.id })
  const plant = await make(plants)
  const [measuring, ...changing] = [await make(sensors), await make(sensors), await make(sensors)]
  const { key } = await resultOf<{ key: string }>(client, jsonRequest('POST', gatewayKeyPath(gateway.id), { token }))
  const reading = (measuredAt: string) => ({ sensorEui: measuring?.['eui'], metric: 'soil_moisture', value: 30, measuredAt })
  return { plant, sensors: changing, key, reading }
}

async function allRows(client: Client, path: string, token: string): Promise<KnownRow[]> {
  const rows: KnownRow[] = []
  for (let page = 1; ; page += 1) {
    const some = await resultOf<KnownRow[]>(client, jsonRequest('GET', `${path}&pageSize=200&page=${page}`, { token }))
    rows.push(...some)
    if (some.length < 200) return rows
  }
}
