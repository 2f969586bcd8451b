import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { simulate } from '../../src/tools/simulate/simulate'
import { fillAll } from '../support/rows/fill'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'

const server = oneServer()
let url: string
beforeAll(async () => {
  await server.signIn()
  await fillAll(server.db)
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
// Moves the clock, so that the posts of one test do not count towards the next test's rate limit.
beforeEach(() => {
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
})

const options = {
  gateways: 2,
  sensors: 3,
  every: 0,
  history: 2,
  rounds: 3,
  faults: 0,
  drift: 0,
  outages: 0,
  flood: 0,
  seed: 1,
  failures: 0,
  existing: false,
}
const printed: string[] = []
const print = (line: string) => printed.push(line)
const rollout = 'none' as const
const run = (changes: object = {}, signal = new AbortController().signal) =>
  simulate({ ...options, rollout, url, ...ADMIN, ...changes }, signal, print)

async function counts(): Promise<{ gateways: number; sensors: number; datapoints: number; counted: number }> {
  const { rows } = await server.db.query<{ gateways: number; sensors: number; datapoints: number; counted: number }>(sql`
    select (select count(*) from gateways where 'simulated' = any(tags)) as gateways,
      (select count(*) from sensors where model = 'Simulated') as sensors,
      (select count(*) from datapoints) as datapoints,
      (select sum(datapoint_count) from sensor_stats) as counted`)
  return rows[0] ?? { gateways: 0, sensors: 0, datapoints: 0, counted: 0 }
}

/** Advances rollouts meanwhile, as the server does by itself, but sooner; returns the function that stops it. */
function advancing(): () => Promise<void> {
  return server.deps.jobs.every('rollouts', 50, () => advanceRollouts(server.db))
}

/** Simulates until a line matches `said`. */
async function runUntil(said: RegExp, changes: { readonly rollout: 'good' | 'bad' }): Promise<void> {
  const done = new AbortController()
  const small = { ...options, gateways: 8, sensors: 1, history: 0, rounds: 0, every: 0.2 }
  await simulate({ ...small, url, ...ADMIN, ...changes }, done.signal, (line) => {
    print(line)
    if (said.test(line)) done.abort()
  })
}

/** Starts a server that is not Frond. */
async function otherServer(answer: (response: ServerResponse) => void): Promise<string> {
  const other = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

describe('npm run simulate', () => {
  it('creates its devices, sends their history and continues to report', async () => {
    const before = await counts()
    const total = await run()
    // 12 times in two hours and 3 rounds, with 6 metrics of 6 sensors.
    expect(total).toEqual({ batches: 8, stored: 15 * 36, duplicates: 0, refused: 0, failed: 0, slowed: 0 })
    const after = await counts()
    expect([after.gateways, after.sensors]).toEqual([2, 6])
    expect(after.datapoints - before.datapoints).toBe(15 * 36)
    expect(printed.at(-1)).toMatch(/8 batches, 540 readings stored/)
  })

  it('finds its devices again, and counts exactly despite faults, outages and wrong clocks', async () => {
    const before = await counts()
    const total = await run({ history: 0, rounds: 25, faults: 0.4, outages: 0.1, drift: 120 })
    expect(total.refused).toBeGreaterThan(0)
    expect(total.duplicates).toBeGreaterThan(0)
    const after = await counts()
    expect([after.gateways, after.sensors]).toEqual([2, 6])
    expect(after.datapoints - before.datapoints).toBe(total.stored)
    expect(after.counted - before.counted).toBe(total.stored)
  })

  it('reports readings from a clock that lost its time', async () => {
    const total = await run({ history: 0, rounds: 1, drift: -40 * 365 * 86_400 })
    expect(total).toMatchObject({ stored: 18, refused: 18 })
  })

  it('slows down only a gateway that floods, which keeps its readings', async () => {
    const before = await counts()
    const total = await run({ history: 0, rounds: 2, flood: 130 })
    expect(total.slowed).toBeGreaterThan(0)
    expect(total.failed).toBeGreaterThan(0)
    // Only the other gateway's readings, both times.
    expect(total.stored).toBeGreaterThanOrEqual(2 * 18)
    expect((await counts()).datapoints - before.datapoints).toBe(total.stored)
  })

  it('sends its history again without changing anything', async () => {
    await run({ history: 1, rounds: 1 })
    const total = await run({ history: 1, rounds: 1 })
    // If ten minutes have passed meanwhile, the last of six times is new.
    expect(total.duplicates).toBeGreaterThanOrEqual(5 * 36)
  })

  it('finds its devices again when another number of sensors is requested', async () => {
    await run({ sensors: 2, history: 0, rounds: 1 })
    const total = await run({ gateways: 3, sensors: 5, history: 0, rounds: 1 })
    expect(total.stored).toBe(3 * 5 * 6)
    expect(await counts()).toMatchObject({ gateways: 3, sensors: 15 })
  })

  it('installs the firmware of a rollout, group by group, over HTTP', async () => {
    const stop = advancing()
    await runUntil(/ is finished:/, { rollout: 'good' })
    await stop()
    expect(printed.at(-1)).toMatch(/^Simulated 1\.\d+\.0 is finished: of 8 gateways 8 run it, 0 are under way, 0 failed$/)
    const { rows } = await server.db.query<{ steps: number; running: number }>(sql`
      select count(*) filter (where update_step = 'installed') as steps, count(*) filter (where firmware_name ~ '^simulator-os') as running
      from gateways_view where 'simulated' = any(tags)`)
    expect(rows).toEqual([{ steps: 8, running: 8 }])
  })

  it('stops the rollout of a firmware that cannot boot within its canary', async () => {
    const stop = advancing()
    await runUntil(/ is stopped /, { rollout: 'bad' })
    await stop()
    // Half of the canary is enough: the rest of it may still be downloading.
    expect(printed.at(-1)).toMatch(
      /^Simulated 1\.\d+\.0 is stopped \([345] of 5 gateways of the canary failed\): of 8 gateways 0 run it, [012] are under way, [345] failed$/,
    )
    const { rows } = await server.db.query<{ state: string; gateways: number }>(sql`
      select state, count(*) as gateways from rollout_gateways
      where rollout_id = (select id from rollouts order by id desc limit 1) and assigned_at is null group by state`)
    expect(rows).toEqual([{ state: 'skipped', gateways: 3 }])
  })

  it('renews its session when the token has expired, and signs in again when the session has ended', async () => {
    const countSessions = async () =>
      (await server.db.query<{ count: number }>(sql`select count(*) as count from sessions`)).rows[0]?.count ?? 0
    const before = await countSessions()
    const passes = new Map([
      ['2 batches', 20 * 60_000],
      ['4 batches', 8 * 86_400_000],
    ])
    const lines: string[] = []
    await simulate(
      { ...options, rollout: 'good', history: 0, every: 0.2, url, ...ADMIN },
      new AbortController().signal,
      (line) => {
        lines.push(line)
        for (const [said, ms] of passes) if (line.includes(said)) server.clock.advance(ms)
      },
    )
    const reports = lines.filter((line) => /^Simulated 1\.\d+\.0 is running: /.test(line))
    expect(reports, lines.join('\n')).toHaveLength(options.rounds)
    // The first sign-in and the second: the expired token needed none.
    expect((await countSessions()) - before).toBe(2)
  })

  it('silences a gateway whose key was replaced, and exits when none is left', async () => {
    let posted = false
    const total = await simulate(
      { ...options, rollout, history: 0, rounds: 0, url, ...ADMIN },
      new AbortController().signal,
      (line) => {
        print(line)
        // Replaces the keys, as an administrator may.
        if (!posted && line.includes('36 readings stored'))
          void server.db.query(sql`update gateway_keys set key_hash = gateway_id::text`)
        posted ||= line.includes('36 readings stored')
      },
    )
    expect(total.stored).toBeGreaterThan(0)
    expect(printed).toContain('Simulated 1 is silent from now on: it was given a new key.')
    expect(printed).toContain('Simulated 2 is silent from now on: it was given a new key.')
  })

  it('exits at once when it is stopped while it creates devices', async () => {
    const stopped = new AbortController()
    const running = run({ gateways: 50 }, stopped.signal)
    stopped.abort()
    expect(await running).toMatchObject({ batches: 0, stored: 0 })
    expect((await counts()).gateways).toBeLessThan(50)
  })

  it('says what to set when its password is wrong', async () => {
    await expect(run({ password: 'another one' })).rejects.toThrow(
      `Email or password is wrong: set SIMULATE_PASSWORD to the password of ${ADMIN.email}, or name another administrator by --email`,
    )
  })

  it('says in one sentence that no server answers, or one that is not Frond', async () => {
    await expect(run({ url: 'http://127.0.0.1:9' })).rejects.toThrow(
      'No server answers at http://127.0.0.1:9. Start one by npm start, or name another by --url',
    )
    const other = await otherServer((response) => response.writeHead(404).end('<html>'))
    await expect(run({ url: other })).rejects.toThrow(`${other} is no Frond: it answered POST /api/v1/users/login with 404`)
  })
})
