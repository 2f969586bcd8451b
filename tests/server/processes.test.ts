// Three processes of the built server behind a balancer, each ended without warning.
// @module-tag full
// @module-tag postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { accountPaths } from '../../src/contract/account'
import { DATAPOINTS_PATH, type BatchOutcome } from '../../src/contract/datapoints'
import { sessionPaths } from '../../src/contract/session'
import { databaseOver } from '../../src/server/db/engine'
import { openPostgres } from '../../src/server/db/postgres'
import { createDatabase, dropDatabase } from '../support/database/databases'
import { freePort } from '../support/database/ports'
import { startProgram, type Program } from '../support/database/program'
import { ADMIN, buildServer, type Ask } from '../support/database/serverProcess'
import { furnish, readingsOf } from '../support/rows/house'
import { balance } from '../support/server/balancer'
import { dataOf, openEventStream } from '../support/server/events'

const server = inject('postgres')?.server ?? ''

describe('three processes behind a balancer', () => {
  let product: string
  let databaseUrl: string
  let ports: readonly number[]
  let balancer: Awaited<ReturnType<typeof balance>>
  const programs: Program[] = []
  const folders: string[] = []

  async function start(at: number): Promise<void> {
    const dataDir = mkdtempSync(join(tmpdir(), 'frond-process-'))
    folders.push(dataDir)
    const program = startProgram(join(product, 'server/main.js'), [], {
      FROND_DATA_DIR: dataDir,
      FROND_DEMO: '0',
      FROND_SECRET: 'a secret for tests, and for tests only',
      FROND_ADMIN_EMAIL: ADMIN.email,
      FROND_ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_URL: balancer.origin,
      PORT: String(ports[at]),
      DATABASE_URL: databaseUrl,
    })
    programs[at] = program
    await program.says('Frond is at')
  }
  beforeAll(async () => {
    product = await buildServer()
    databaseUrl = await createDatabase(server)
    ports = [await freePort(), await freePort(), await freePort()]
    balancer = await balance(ports)
    // Starts all at once: one of them runs the migrations and creates the first administrator.
    await Promise.all([0, 1, 2].map(start))
  }, 300_000)
  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map(({ exited }) => exited))
    balancer.close()
    await dropDatabase(server, databaseUrl)
    for (const folder of [product, ...folders]) rmSync(folder, { recursive: true, force: true })
  })

  const originOf = (at: number) => `http://127.0.0.1:${ports[at]}`
  const everywhere = <T>(work: (origin: string) => Promise<T>) => Promise.all([0, 1, 2].map((at) => work(originOf(at))))
  const send = (origin: string, method: string, path: string, token: string | null, body?: unknown, more = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const resultOf = async <T>(response: Response) => ((await response.json()) as { result: T }).result
  async function signIn(): Promise<string> {
    const answer = await send(balancer.origin, 'POST', sessionPaths.signIn, null, { ...ADMIN, role: 'admin' })
    expect(answer.status).toBe(200)
    return (await resultOf<{ token: string }>(answer)).token
  }
  const asking =
    (token: string): Ask =>
    async <Result>(method: string, path: string, body?: unknown) =>
      resultOf<Result>(await send(balancer.origin, method, path, token, body))
  const group = (name: string) => ({ name, soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null })
  const GROUPS = '/api/v1/humidity_groups'

  it('share sessions and their ends', async () => {
    const token = await signIn()
    const statuses = () => everywhere(async (origin) => (await send(origin, 'GET', accountPaths.account, token)).status)
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await send(originOf(1), 'POST', sessionPaths.signOut, token)).status).toBeLessThan(300)
    expect(await statuses()).toEqual([401, 401, 401])
  })

  it('share the counts of password attempts', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong every time', role: 'admin' }
    const attempt = (origin: string) => send(origin, 'POST', sessionPaths.signIn, null, body).then(({ status }) => status)
    const statuses = []
    for (let time = 0; time < 5; time += 1) statuses.push(await attempt(balancer.origin))
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(await everywhere(attempt)).toEqual([429, 429, 429])
  })

  it('create one row when each gets the same request at once', async () => {
    const token = await signIn()
    const answers = await everywhere((origin) =>
      send(origin, 'POST', `${GROUPS}/register`, token, group('Once'), { 'idempotency-key': 'the-same' }),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const rows = await Promise.all(answers.map((answer) => resultOf<{ id: string }>(answer)))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
  })

  it('store each reading once when each gets the same batch at once', async () => {
    const house = await furnish(asking(await signIn()), { gateways: 1, sensors: 5 })
    const [key = ''] = house.keys
    const body = { datapoints: readingsOf(house, Date.now() - 60_000) }
    const answers = await everywhere(async (origin) =>
      resultOf<BatchOutcome>(await send(origin, 'POST', DATAPOINTS_PATH, key, body)),
    )
    expect(answers.reduce((sum, { stored }) => sum + stored, 0)).toBe(5)
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(10)
    const engine = openPostgres(databaseUrl)
    onTestFinished(() => engine.close())
    const { rows } = await databaseOver(engine).query(sql`select
      (select count(*) from datapoints) as stored, (select sum(datapoint_count) from sensor_stats) as counted`)
    expect(rows).toEqual([{ stored: 5, counted: 5 }])
  })

  it('send each other’s changes; a page whose process was killed gets missed ones from the next', async () => {
    const token = await signIn()
    const change = async (at: number, name: string) =>
      (await resultOf<{ id: string }>(await send(originOf(at), 'POST', `${GROUPS}/register`, token, group(name)))).id
    const page = await openEventStream({ origin: originOf(0), bearer: token })
    await page.next(({ event }) => event === 'ready')
    const received = await change(1, 'Received')
    await page.next((event) => dataOf(event)['id'] === received)
    const cursor = page.cursor()

    programs[0]?.kill('SIGKILL')
    await page.ended.catch(() => undefined)
    const missed = await change(2, 'Missed')
    const again = await openEventStream({ origin: originOf(1), bearer: token, after: cursor })
    onTestFinished(() => again.close())
    await again.next((event) => dataOf(event)['id'] === missed)
    expect(again.events.map((event) => dataOf(event)['id'])).not.toContain(received)

    // Nobody else was affected, and the process returns to the same database.
    expect((await send(originOf(2), 'GET', accountPaths.account, token)).status).toBe(200)
    await start(0)
    await vi.waitFor(async () => expect((await send(originOf(0), 'GET', accountPaths.account, token)).status).toBe(200))
  })
})
