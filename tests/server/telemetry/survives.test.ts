import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../support/database/databases'
import { startPostgres, type Cluster } from '../../../src/tools/postgres'
import { serverProcess, type Posted } from '../../support/database/serverProcess'
import { furnish, readingsOf, type House } from '../../support/rows/house'
import { read } from '../../support/server/calls'

const SENSORS = 4
/** Posts that are refused before PostgreSQL comes back. */
const REFUSALS = 30
/** Milliseconds within which a refusal arrives: the five seconds allowed, and what a busy machine adds. */
const SOON_MS = 10_000

const server = serverProcess()
const begun = Date.now() - 3_600_000

/** Sends the n-th batch: a reading of each sensor, and those of the batch before, as a gateway does after an uncertain answer. */
function post(house: House, n: number): Promise<Posted | null> {
  // Distributes the batches, so that no gateway exceeds its rate limit.
  const key = house.keys[n % house.keys.length] ?? null
  return server.post(key, { datapoints: [n - 1, n].flatMap((number) => readingsOf(house, begun + number * 1000)) })
}

/** Posts as several gateways concurrently, until one post is refused; returns the acknowledged batches, and the last one sent. */
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

/**
 * Posts as several gateways concurrently, and repeats each post until it is acknowledged, as a gateway with a backlog does. Each check of
 * the answers lets every gateway send once.
 */
function insist(house: House) {
  const course = { next: 1, ending: false, ended: false, answers: [] as (Posted | null)[] }
  const waiting: (() => void)[] = []
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve))
  const look = <Seen>(seen: () => Seen) =>
    expect.poll(
      () => {
        for (const send of waiting.splice(0)) send()
        return seen()
      },
      { timeout: 60_000 },
    )
  const count = (taken: boolean) => course.answers.filter((answer) => (answer?.status === 200) === taken).length
  const more = (taken: boolean, wanted: number) => {
    const target = count(taken) + wanted
    return look(() => count(taken)).toBeGreaterThanOrEqual(target)
  }
  const deliver = async (n: number): Promise<void> => {
    for (let taken = false; !taken;) {
      await turn()
      const answer = await post(house, n)
      course.answers.push(answer)
      taken = answer?.status === 200
    }
  }
  const write = async (): Promise<void> => {
    while (!course.ending) await deliver(course.next++)
  }
  const writing = Promise.all([write(), write(), write()]).then(() => (course.ended = true))
  return {
    isTaken: (wanted: number) => more(true, wanted),
    isRefused: (wanted: number) => more(false, wanted),
    /** Ends when every batch begun is acknowledged. */
    async end() {
      course.ending = true
      await look(() => course.ended).toBe(true)
      await writing
      return { last: course.next - 1, answers: course.answers }
    },
  }
}

/** Checks that acknowledged readings are duplicates when sent again and, once all are sent, that each counts exactly once. */
async function expectAll(house: House, acknowledged: readonly number[], last: number): Promise<void> {
  for (const n of acknowledged) expect((await post(house, n))?.result).toMatchObject({ stored: 0, duplicates: 2 * SENSORS })
  for (let n = 1; n <= last; n += 1) expect((await post(house, n))?.status).toBe(200)
  await expectCounts(house, last)
}

/** Checks that the readings of batches 0 to `last` count once each. */
async function expectCounts(house: House, last: number): Promise<void> {
  const call = await server.signIn()
  for (const { id } of house.sensors) {
    const sensor = await read<{ datapointsCount: number }>(call, `/api/v1/sensors/${id}`)
    expect(sensor.datapointsCount).toBe(last + 1)
    const range = `from=${new Date(begun - 1000).toISOString()}&to=${new Date(begun + (last + 1) * 1000).toISOString()}`
    const { points } = await read<{ points: { count: number }[] }>(
      call,
      `/api/v1/sensors/${id}/datapoints?metric=soil_moisture&${range}`,
    )
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(last + 1)
  }
  const { datapoints } = await read<{ datapoints: number }>(call, '/api/v1/dashboard/analytics')
  expect(datapoints).toBe(SENSORS * (last + 1))
}

describe('ingest', { timeout: 300_000 }, () => {
  it('loses nothing acknowledged and counts nothing twice when the server is killed', async () => {
    await server.start()
    const house = await furnish(await server.signIn(), { gateways: 8, sensors: SENSORS })
    const { acknowledged, last } = await pour(house, 1, () => server.kill('SIGKILL'))
    await server.ended()
    expect(acknowledged.length).toBeGreaterThanOrEqual(12)
    await server.start()
    await expectAll(house, acknowledged, last)
  })

  it('recognises earlier readings and senders after a restart', async () => {
    await server.start()
    const house = await furnish(await server.signIn(), { gateways: 8, sensors: SENSORS })
    for (let n = 1; n <= 5; n += 1) expect((await post(house, n))?.status).toBe(200)
    server.kill('SIGTERM')
    await server.ended()
    await server.start()
    for (let n = 1; n <= 5; n += 1)
      expect((await post(house, n))?.result).toMatchObject({
        stored: 0,
        duplicates: 2 * SENSORS,
        refused: [],
        unknownSensors: [],
      })
    await expectCounts(house, 5)
    expect(house.keys.filter((key) => server.output().includes(key))).toEqual([])
  })
})

const cluster: Cluster | null = await startPostgres()
afterAll(() => cluster?.stop())

describe.skipIf(cluster === null)('ingest on a PostgreSQL of its own', { timeout: 300_000 }, () => {
  it('answers with a time to retry while PostgreSQL is down, and is complete once it is back', async () => {
    await server.start(await createDatabase(cluster?.url ?? ''))
    const house = await furnish(await server.signIn(), { gateways: 8, sensors: SENSORS })
    const { acknowledged, last } = await pour(house, 1, () => {
      for (const pid of cluster?.processes() ?? []) process.kill(pid, 'SIGKILL')
    })
    const away = await post(house, last + 1)
    expect([away?.status, Number(away?.retryAfter) > 0]).toEqual([503, true])
    await cluster?.resume()
    await expect.poll(async () => (await post(house, 1))?.status, { timeout: 30_000 }).toBe(200)
    await expectAll(house, acknowledged, last)
  })

  it('refuses readings at once while PostgreSQL is down, and accepts them all once it is back', async () => {
    await server.start(await createDatabase(cluster?.url ?? ''))
    const house = await furnish(await server.signIn(), { gateways: 8, sensors: SENSORS })
    const course = insist(house)
    await course.isTaken(12)
    await cluster?.pause()
    await course.isRefused(REFUSALS)
    await cluster?.resume()
    await course.isTaken(12)
    const { last, answers } = await course.end()

    const refused = answers.filter((answer) => answer?.status !== 200)
    // The log names what any other answer was about.
    const outcomes = new Set(refused.map((answer) => `${answer?.status} ${answer?.code}`))
    expect(outcomes, server.output()).toEqual(new Set(['503 unavailable']))
    expect(refused.filter((answer) => !(Number(answer?.retryAfter) > 0))).toEqual([])
    expect(Math.max(...refused.map((answer) => answer?.took ?? Number.POSITIVE_INFINITY))).toBeLessThan(SOON_MS)
    await expectCounts(house, last)
    await expectAll(house, [], last)
  })
})
