import { beforeEach, describe, expect, it } from 'vitest'
import { serverProcess, type Posted } from '../../support/database/serverProcess'
import { furnish, readingsOf, type House } from '../../support/rows/house'
import { read, type Call } from '../../support/server/calls'

/** Concurrent posts of a flood. */
const WIDE = 8
/** Posts of a flood that are refused before it ends. */
const FLOOD = 40
const MINUTE_MS = 60_000
/** Long enough for a start and some calls on a machine that is busy with the rest of the suite. */
const PATIENT_MS = 300_000

const server = serverProcess()
let call: Call
let house: House

beforeEach(async () => {
  await server.start()
  call = await server.signIn()
  house = await furnish(call, { gateways: 2, sensors: 3 })
}, PATIENT_MS)

const keyOf = (gateway: number) => house.keys[gateway] ?? ''
const sensorsNow = () =>
  Promise.all(house.sensors.map(({ id }) => read<{ datapointsCount: number; lastSeenAt: string }>(call, `/api/v1/sensors/${id}`)))
const counts = async () => (await sensorsNow()).map(({ datapointsCount }) => datapointsCount)

/** Floods with `key` while the second gateway goes on reporting; returns the answers to both. */
async function flood(key: string | null, batch: unknown): Promise<{ flooding: (Posted | null)[]; other: (Posted | null)[] }> {
  const flooding: (Posted | null)[] = []
  let refused = 0
  const pour = async (): Promise<void> => {
    while (refused < FLOOD) {
      const answer = await server.post(key, batch)
      flooding.push(answer)
      if (answer?.status !== 200) refused += 1
    }
  }
  const other: (Posted | null)[] = []
  const report = async (): Promise<void> => {
    const now = Date.now()
    for (let n = 1; n <= 10; n += 1) other.push(await server.post(keyOf(1), { datapoints: readingsOf(house, now - n) }))
  }
  await Promise.all([...Array.from({ length: WIDE }, pour), report()])
  return { flooding, other }
}

const statusesOf = (answers: readonly (Posted | null)[]) => new Set(answers.map((answer) => answer?.status))

describe('a flood', { timeout: PATIENT_MS }, () => {
  it('by a gateway is answered with a time to retry, and does not affect others', async () => {
    const { flooding, other } = await flood(keyOf(0), { datapoints: [] })
    expect(statusesOf(flooding)).toEqual(new Set([200, 429]))
    const refused = flooding.filter((answer) => answer?.status === 429)
    const seconds = refused.map((answer) => Number(answer?.retryAfter))
    expect([Math.min(...seconds) > 0, Math.max(...seconds) <= MINUTE_MS / 1000]).toEqual([true, true])
    expect(refused.every((answer) => answer?.code === 'too_many_requests')).toBe(true)
    expect(other.map((answer) => answer?.result.stored)).toEqual(other.map(() => 3))
    expect(await counts()).toEqual([10, 10, 10])
  })

  it('without a key, or with an invalid one, stores nothing and does not affect others', async () => {
    const keys = [null, `fgk_${'x'.repeat(43)}`, 'eyJhbGciOiJub25lIn0.e30.']
    for (const [at, key] of keys.entries()) {
      const { flooding, other } = await flood(key, { datapoints: readingsOf(house, Date.now() - MINUTE_MS) })
      expect(statusesOf(flooding)).toEqual(new Set([401]))
      const challenges = new Set(flooding.map((answer) => answer?.challenge))
      expect(challenges).toEqual(new Set([key === null ? 'Bearer' : 'Bearer error="invalid_token"']))
      expect(other.map((answer) => answer?.result.stored)).toEqual(other.map(() => 3))
      expect(await counts()).toEqual(house.sensors.map(() => 10 * (at + 1)))
      expect(key !== null && server.output().includes(key)).toBe(false)
    }
  })
})

describe('a gateway whose clock is wrong', { timeout: PATIENT_MS }, () => {
  const post = (at: number) => server.post(keyOf(0), { datapoints: readingsOf(house, at) })
  const fates = (answer: Posted | null) => answer?.result.refused.map(({ index, code }) => [index, code])

  it('gets the reason for each refused reading, and succeeds once its clock is right', async () => {
    const ahead = await post(Date.now() + 10 * MINUTE_MS)
    expect(ahead).toMatchObject({ status: 200, result: { stored: 0, duplicates: 0 } })
    expect(fates(ahead)).toEqual([0, 1, 2].map((index) => [index, 'ahead']))
    for (const began of ['1970-01-01T00:00:07Z', '0001-01-01T00:00:00Z', '2020-02-29T23:59:59Z']) {
      const behind = await post(Date.parse(began))
      expect(behind).toMatchObject({ status: 200, result: { stored: 0, duplicates: 0 } })
      expect(fates(behind)).toEqual([0, 1, 2].map((index) => [index, 'too_old']))
    }
    expect(await counts()).toEqual([0, 0, 0])

    expect((await post(Date.now()))?.result).toMatchObject({ stored: 3, refused: [] })
    expect(await counts()).toEqual([1, 1, 1])

    // Readings a little ahead or hours behind are stored, and put no sensor's last report in the future.
    expect((await post(Date.now() + 2 * MINUTE_MS))?.result).toMatchObject({ stored: 3, refused: [] })
    expect((await post(Date.now() - 300 * MINUTE_MS))?.result).toMatchObject({ stored: 3, refused: [] })
    const sensors = await sensorsNow()
    expect(sensors.map(({ datapointsCount }) => datapointsCount)).toEqual([3, 3, 3])
    expect(sensors.filter(({ lastSeenAt }) => Date.parse(lastSeenAt) > Date.now())).toEqual([])
  })
})
