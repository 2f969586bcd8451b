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
import { freePort } from '../../src/tools/freePort'
import { startProgram, type Program } from '../support/database/program'
import { ADMIN, buildServer } from '../support/database/serverProcess'
import { furnish, readingsOf } from '../support/rows/house'
import { balance } from '../support/server/balancer'
import { callWith, create, serverAt } from '../support/server/calls'
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
  const callAt = (origin: string, token?: string) => callWith(serverAt(origin), token)
  async function signIn(): Promise<string> {
    const answer = await callAt(balancer.origin)('POST', sessionPaths.signIn, { body: { ...ADMIN, role: 'admin' } })
    expect(answer.status).toBe(200)
    return answer.body.result['token'] as string
  }
  const group = (name: string) => ({ name, soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null })
  const GROUPS = '/api/v1/humidity_groups'

  it('share sessions and their ends', async () => {
    const token = await signIn()
    const statuses = () => everywhere(async (origin) => (await callAt(origin, token)('GET', accountPaths.account)).status)
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await callAt(originOf(1), token)('POST', sessionPaths.signOut)).status).toBeLessThan(300)
    expect(await statuses()).toEqual([401, 401, 401])
  })

  it('share the counts of password attempts', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong every time', role: 'admin' }
    const attempt = async (origin: string) => (await callAt(origin)('POST', sessionPaths.signIn, { body })).status
    const statuses = []
    for (let time = 0; time < 5; time += 1) statuses.push(await attempt(balancer.origin))
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(await everywhere(attempt)).toEqual([429, 429, 429])
  })

  it('create one row when each gets the same request at once', async () => {
    const token = await signIn()
    const answers = await everywhere((origin) =>
      callAt(origin, token)('POST', `${GROUPS}/register`, { body: group('Once'), headers: { 'idempotency-key': 'the-same' } }),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
  })

  it('store each reading once when each gets the same batch at once', async () => {
    const house = await furnish(callAt(balancer.origin, await signIn()), { gateways: 1, sensors: 5 })
    const [key = ''] = house.keys
    const body = { datapoints: readingsOf(house, Date.now() - 60_000) }
    const answers = await everywhere((origin) => callAt(origin, key)<{ result: BatchOutcome }>('POST', DATAPOINTS_PATH, { body }))
    expect(answers.reduce((sum, answer) => sum + answer.body.result.stored, 0)).toBe(5)
    expect(answers.reduce((sum, answer) => sum + answer.body.result.duplicates, 0)).toBe(10)
    const engine = openPostgres(databaseUrl)
    onTestFinished(() => engine.close())
    const { rows } = await databaseOver(engine).query(sql`select
      (select count(*) from datapoints) as stored, (select sum(datapoint_count) from sensor_stats) as counted`)
    expect(rows).toEqual([{ stored: 5, counted: 5 }])
  })

  it('send each other’s changes; a page whose process was killed gets missed ones from the next', async () => {
    const token = await signIn()
    const change = async (at: number, name: string) => (await create(callAt(originOf(at), token), GROUPS, group(name))).id
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
    expect((await callAt(originOf(2), token)('GET', accountPaths.account)).status).toBe(200)
    await start(0)
    await vi.waitFor(async () => expect((await callAt(originOf(0), token)('GET', accountPaths.account)).status).toBe(200))
  })
})
