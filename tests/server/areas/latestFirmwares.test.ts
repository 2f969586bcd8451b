// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../support/server/calls'
import { firmwaresAt, FIRMWARES } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import { insertHardware, unique } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { create, move, released } = firmwaresAt(server, call)

/** Returns the stored latest firmwares, and the right ones: those without a later release for one of their hardwares on their channel. */
async function storedAndRight(): Promise<[string[], string[]]> {
  const stored = await server.db.query<{ id: string }>(sql`select firmware_id as id from latest_firmwares order by firmware_id`)
  const derived = await server.db.query<{ id: string }>(sql`
    select f.id from gateway_firmwares f
    where f.status = 'released' and exists (
      select from gateway_firmware_hardwares mine
      where mine.firmware_id = f.id and not exists (
        select from gateway_firmware_hardwares theirs
        join gateway_firmwares other on other.id = theirs.firmware_id
        where theirs.hardware_id = mine.hardware_id and other.channel = f.channel and other.status = 'released'
          and semver_key(other.semver) collate "C" > semver_key(f.semver) collate "C"
      )
    )
    order by f.id`)
  return [stored.rows.map(({ id }) => id), derived.rows.map(({ id }) => id)]
}

async function expectKept(latest: readonly string[]): Promise<void> {
  const [stored, derived] = await storedAndRight()
  expect(stored).toEqual(derived)
  const listed = await rowsOf(call, `${FIRMWARES}?latest=true&pageSize=200`)
  const ids = listed.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([...latest]))
  expect(ids.toSorted()).toEqual(stored)
  const others = await rowsOf(call, `${FIRMWARES}?latest=false&pageSize=200`)
  expect(others.filter((row) => row['latest'])).toEqual([])
  expect(listed.length + others.length).toBe((await call('GET', FIRMWARES)).body.meta.total)
}

/** Creates two hardwares, and 1.0.0 for both. */
async function setUp() {
  const [one, other] = [await insertHardware(server.db), await insertHardware(server.db)]
  const name = `Kept ${unique()}`
  const release = (semver: string, hardwareIds: readonly string[], channel = 'stable') =>
    released(one, { name, semver, hardwareIds, channel })
  return { one, other, name, release, first: await release('1.0.0', [one, other]) }
}

const update = (id: string, changes: object) => call('PUT', `${FIRMWARES}/${id}`, { body: changes })

describe('which firmwares are the latest', () => {
  it('is right after one is drafted, released, deprecated, revoked and restored', async () => {
    const { one, other, name, release, first } = await setUp()
    await expectKept([first])
    const draft = await create(one, { name, semver: '9.0.0' })
    await expectKept([first])
    const second = await release('1.1.0', [one])
    await expectKept([first, second])
    const third = await release('1.2.0', [one, other])
    await expectKept([third])
    expect((await move(third, 'deprecated', 'Too slow')).status).toBe(200)
    await expectKept([first, second])
    expect((await move(second, 'revoked', 'It burns')).status).toBe(200)
    await expectKept([first])
    expect((await call('DELETE', `${FIRMWARES}/${draft}`)).status).toBe(204)
    expect((await call('POST', `${FIRMWARES}/${draft}/restore`)).status).toBe(200)
    await expectKept([first])
  })

  it('is right when versions differ only in their build', async () => {
    const { one, release } = await setUp()
    const equal = [await release('2.0.0+a', [one]), await release('2.0.0+b', [one])]
    await expectKept(equal)
    const [deletedId = '', otherId = ''] = equal
    expect((await call('DELETE', `${FIRMWARES}/${deletedId}`)).status).toBe(204)
    await expectKept([otherId])
  })

  it('is right after one or many change their channel', async () => {
    const { one, release, first } = await setUp()
    const second = await release('1.1.0', [one])
    const third = await release('1.2.0', [one])
    expect((await update(third, { channel: 'beta' })).status).toBe(200)
    await expectKept([first, second, third])
    const many = { ids: [second, third], set: { channel: 'alpha' } }
    expect((await call('POST', `${FIRMWARES}/bulk_update`, { body: many })).body.result).toMatchObject({ done: 2 })
    await expectKept([first, third])
    expect((await update(third, { releaseNotes: 'Nothing else' })).status).toBe(200)
    await expectKept([first, third])
  })

  it('is right after some are deleted, with and without a successor', async () => {
    const { one, other, release, first } = await setUp()
    const [second, third, fourth] = [
      await release('1.1.0', [one]),
      await release('1.2.0', [one, other]),
      await release('1.3.0', [other]),
    ]
    const body = { ids: [third, fourth] }
    expect((await call('POST', `${FIRMWARES}/bulk_delete`, { body })).body.result).toMatchObject({ done: 2 })
    await expectKept([first, second])
    expect((await call('DELETE', `${FIRMWARES}/${second}?reassignTo=${first}`)).status).toBe(204)
    await expectKept([first])
  })

  it('is right after two are released at once, or one while the other is withdrawn', async () => {
    const { one, name, release } = await setUp()
    for (const round of [1, 2, 3]) {
      const [lower, higher] = [await release(`${round}.1.0`, [one]), await release(`${round}.2.0`, [one])]
      const drafts = [await create(one, { name, semver: `${round}.3.0` }), await create(one, { name, semver: `${round}.4.0` })]
      await server.db.query(sql`update gateway_firmwares set sha256 = 'made' where id = any(${drafts}::uuid[])`)
      const [third = '', fourth = ''] = drafts
      const moves = [move(third, 'released'), move(fourth, 'released'), move(higher, 'revoked', 'It burns')]
      expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200])
      await expectKept([fourth])
      const back = [move(fourth, 'revoked', 'It burns'), move(third, 'revoked', 'It burns')]
      expect((await Promise.all(back)).map(({ status }) => status)).toEqual([200, 200])
      await expectKept([lower])
    }
  })
})
