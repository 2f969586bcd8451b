import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DATAPOINTS_PATH, gatewayKeyPath, type BatchOutcome } from '../../../src/contract/datapoints'
import { createDatabase, templateFolder } from '../../support/database'
import { freePort } from '../../support/ports'
import { startPostgres, type Cluster } from '../../support/postgres'
import { buildPrograms, startProgram, type Program } from '../../support/program'
import { gatewayDraft, hardwareDraft, sensorDraft } from '../../support/rows'

const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }
const SENSORS = 4

let product: string
let dataDir: string
let origin: string
let program: Program

beforeAll(async () => {
  product = await buildPrograms({ 'server/main': 'src/server/main.ts' })
  mkdirSync(join(product, 'console'))
  writeFileSync(join(product, 'console/index.html'), '<!doctype html><div id="root"></div>')
  cpSync(join(product, 'pgliteWorker.mjs'), join(product, 'server/pgliteWorker.mjs'))
  cpSync(await templateFolder(), join(product, 'server/template'), { recursive: true })
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frond-survives-'))
})
afterEach(async () => {
  program.kill('SIGKILL')
  await program.exited
  rmSync(dataDir, { recursive: true, force: true })
})
afterAll(() => rmSync(product, { recursive: true, force: true }))

/** Starts the server on its data, as often as it was ended. */
async function start(databaseUrl: string | null): Promise<void> {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  program = startProgram(join(product, 'server/main.js'), [], {
    FROND_DATA_DIR: dataDir,
    FROND_DEMO: '0',
    FROND_ADMIN_EMAIL: ADMIN.email,
    FROND_ADMIN_PASSWORD: ADMIN.password,
    PORT: String(port),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })
  await program.says('Frond is at')
}

interface House {
  readonly key: string
  readonly sensors: readonly { readonly id: string; readonly eui: string }[]
}

async function ask<Result>(token: string, method: string, path: string, body?: unknown): Promise<Result> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { result: Result }).result
}

const signIn = async () =>
  (await ask<{ token: string }>('none', 'POST', '/api/v1/users/login', { ...ADMIN, role: 'admin' })).token

async function furnish(): Promise<House> {
  const token = await signIn()
  const hardware = hardwareDraft()
  const { id: hardwareId } = await ask<{ id: string }>(token, 'POST', '/api/v1/gateway_hardwares/register', hardware)
  const gateway = await ask<{ id: string }>(token, 'POST', '/api/v1/gateways/register', gatewayDraft(hardwareId))
  const { key } = await ask<{ key: string }>(token, 'POST', gatewayKeyPath(gateway.id))
  const sensors = []
  for (let at = 0; at < SENSORS; at += 1)
    sensors.push(await ask<{ id: string; eui: string }>(token, 'POST', '/api/v1/sensors/register', sensorDraft()))
  return { key, sensors }
}

const begun = Date.now() - 3_600_000

/** The n-th batch: a reading of each sensor, and of the batch before, as a gateway sends that is not sure of its last answer. */
function batchOf({ sensors }: House, n: number) {
  const at = (number: number) => new Date(begun + number * 1000).toISOString()
  return {
    datapoints: [n - 1, n].flatMap((number) =>
      sensors.map(({ eui }) => ({ sensorEui: eui, metric: 'soil_moisture', value: number % 100, measuredAt: at(number) })),
    ),
  }
}

/** Null when there was no answer. */
async function post(
  house: House,
  n: number,
): Promise<{ status: number; retryAfter: string | null; result: BatchOutcome } | null> {
  const response = await fetch(`${origin}${DATAPOINTS_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(batchOf(house, n)),
  }).catch(() => null)
  const body = (await response?.json().catch(() => null)) as { result: BatchOutcome } | null | undefined
  if (response === null || !body) return null
  return { status: response.status, retryAfter: response.headers.get('retry-after'), result: body.result }
}

/** Two gateways’ worth of posts side by side, until one is not taken; answers which were acknowledged, and the last that was sent. */
async function pour(house: House, from: number, disturb: () => void): Promise<{ acknowledged: number[]; last: number }> {
  const acknowledged: number[] = []
  let next = from
  let disturbed = false
  const write = async (): Promise<void> => {
    for (;;) {
      const n = next++
      const answer = await post(house, n)
      if (answer?.status !== 200) return
      acknowledged.push(n)
      if (acknowledged.length >= 12 && !disturbed) {
        disturbed = true
        disturb()
      }
    }
  }
  await Promise.all([write(), write(), write()])
  return { acknowledged, last: next - 1 }
}

/** What was acknowledged is there when it is sent again; and once all is sent, everything is counted exactly once. */
async function expectAll(house: House, acknowledged: readonly number[], last: number): Promise<void> {
  for (const n of acknowledged) expect((await post(house, n))?.result).toMatchObject({ stored: 0, duplicates: 2 * SENSORS })
  for (let n = 1; n <= last; n += 1) expect((await post(house, n))?.status).toBe(200)
  const token = await signIn()
  for (const { id } of house.sensors) {
    const sensor = await ask<{ datapointsCount: number }>(token, 'GET', `/api/v1/sensors/${id}`)
    expect(sensor.datapointsCount).toBe(last + 1)
  }
  const { datapoints } = await ask<{ datapoints: number }>(token, 'GET', '/api/v1/dashboard/analytics')
  expect(datapoints).toBe(SENSORS * (last + 1))
}

describe('ingest', { timeout: 120_000 }, () => {
  it('loses nothing it acknowledged and counts nothing twice when the server is killed in the middle', async () => {
    const server = process.env['DATABASE_URL']
    const databaseUrl = server === undefined ? null : await createDatabase(server)
    await start(databaseUrl)
    const house = await furnish()
    const { acknowledged, last } = await pour(house, 1, () => program.kill('SIGKILL'))
    await program.exited
    expect(acknowledged.length).toBeGreaterThanOrEqual(12)
    await start(databaseUrl)
    await expectAll(house, acknowledged, last)
  })
})

const cluster: Cluster | null = process.env['DATABASE_URL'] === undefined ? await startPostgres() : null
afterAll(() => cluster?.stop())

describe.skipIf(cluster === null)('ingest on a PostgreSQL of its own', { timeout: 120_000 }, () => {
  it('says when to come again while PostgreSQL is killed, and is whole once it is back', async () => {
    await start(cluster?.url ?? '')
    const house = await furnish()
    const { acknowledged, last } = await pour(house, 1, () => {
      for (const pid of cluster?.processes() ?? []) process.kill(pid, 'SIGKILL')
    })
    const away = await post(house, last + 1)
    expect([away?.status, Number(away?.retryAfter) > 0]).toEqual([503, true])
    await cluster?.resume()
    await expect.poll(async () => (await post(house, 1))?.status, { timeout: 30_000 }).toBe(200)
    await expectAll(house, acknowledged, last)
  })
})
