import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountPaths, endOthersPath } from '../../../src/contract/account'
import { sessionPaths } from '../../../src/contract/session'
import { sweepAccounts } from '../../../src/server/auth/sweep'
import {
  iris,
  mailedToken,
  post,
  register,
  signIn,
  statementsOf,
  tokenOf,
  type SessionAnswer,
} from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const DAY = 86_400_000
const server = emptiedServer({ registration: 'open' })
const wrong = { password: 'wrong' }

beforeEach(() => register(server))

function deviceOf({ body }: SessionAnswer): string {
  const device = (body.result as { device?: string } | undefined)?.device
  if (device === undefined) throw new Error(`No device in ${JSON.stringify(body)}`)
  return device
}

/** Signs in on a new device; returns its token. */
const newDevice = async (from = '203.0.113.9') => deviceOf(await signIn(server, {}, { from }))

/** Spends the account's tries, from many addresses. */
async function spendAll(email: string = iris.email): Promise<void> {
  for (let at = 0; at < 21; at += 1) await signIn(server, { email, ...wrong }, { from: `10.0.${at}.1` })
}

/** Spends them and checks that a new device is refused. */
async function lockOut(email: string = iris.email): Promise<void> {
  await spendAll(email)
  expect((await signIn(server, { email }, { from: '192.0.2.1' })).status).toBe(429)
}

const reset = async (from: string, password = 'lichen and fern') => {
  await post(server, sessionPaths.forgotPassword, { email: iris.email }, { from })
  const token = await mailedToken(server, '/reset-password')
  const answer = await post(server, sessionPaths.resetPassword, { token, password, password_confirmation: password }, { from })
  expect(answer.status).toBe(204)
  return password
}

describe('a device that signed in before', () => {
  it('can sign in although others have exhausted the account’s attempts', async () => {
    const device = await newDevice()
    await lockOut()
    expect((await signIn(server, { device }, { from: '192.0.2.1' })).status).toBe(200)
  })

  it('can sign in although its own network has exhausted its attempts', async () => {
    const device = await newDevice('203.0.113.9')
    for (let at = 0; at < 51; at += 1)
      await signIn(server, { email: `one${at}@example.com`, ...wrong }, { from: `203.0.113.${at}` })
    expect((await signIn(server, {}, { from: '203.0.113.9' })).status).toBe(429)
    expect((await signIn(server, { device }, { from: '203.0.113.9' })).status).toBe(200)
  })

  it('gets five reset links in 15 minutes although its network has exhausted its requests', async () => {
    const device = await newDevice('203.0.113.9')
    const forgot = (email: string, from: string, known?: string) =>
      post(server, sessionPaths.forgotPassword, { email, ...(known !== undefined && { device: known }) }, { from })
    for (let at = 0; at < 20; at += 1) await forgot(`one${at}@example.com`, `203.0.113.${at}`)
    expect((await forgot(iris.email, '203.0.113.9')).status).toBe(429)
    expect((await forgot('moss@example.com', '203.0.113.9', device)).status).toBe(429)
    expect((await forgot(iris.email, '203.0.113.9', device)).status).toBe(200)
    expect(await mailedToken(server, '/reset-password')).not.toBe('')
    for (let at = 0; at < 4; at += 1) expect((await forgot(iris.email, `10.0.${at}.1`, device)).status).toBe(200)
    expect((await forgot(iris.email, '10.9.9.9', device)).status).toBe(429)
    expect((await forgot(iris.email, '10.9.9.9')).status).toBe(200)
  })

  it('receives its token once, and has five failed attempts in 15 minutes from any address', async () => {
    const device = await newDevice()
    const again = await signIn(server, { device })
    expect(Object.keys(again.body.result ?? {}).toSorted()).toEqual(['expires_at', 'token'])
    for (let at = 0; at < 5; at += 1)
      expect((await signIn(server, { device, ...wrong }, { from: `10.0.${at}.1` })).status).toBe(401)
    const refused = await signIn(server, { device }, { from: '10.9.9.9' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await signIn(server, {}, { from: '10.9.9.9' })).status).toBe(200)
  })

  it('gets no access by its token alone', async () => {
    const device = await newDevice()
    expect((await signIn(server, { device, ...wrong })).status).toBe(401)
    expect((await post(server, endOthersPath(null), undefined, { token: device })).status).toBe(401)
  })

  it('is unknown to other accounts', async () => {
    const device = await newDevice()
    await register(server, { email: 'moss@example.com' })
    await lockOut('moss@example.com')
    expect((await signIn(server, { email: 'moss@example.com', device }, { from: '192.0.2.1' })).status).toBe(429)
  })

  it('makes the same queries as an unknown device', async () => {
    const device = await newDevice()
    const known = await statementsOf(server, (watched) => signIn(watched, { device, ...wrong }))
    const unknown = await statementsOf(server, (watched) => signIn(watched, { device: 'fdv_unknown', ...wrong }))
    const none = await statementsOf(server, (watched) => signIn(watched, wrong))
    expect(unknown).toEqual(known)
    expect(none).toEqual(known)
  })

  it.each([
    ['a list', []],
    ['a number', 7],
    ['more than 200 characters', 'x'.repeat(201)],
  ])('is not %s', async (_name, device) => {
    const answer = await signIn(server, { device })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['device']])
  })

  it('is stored as a hash', async () => {
    const device = await newDevice()
    const { rows } = await server.db.query(sql`select to_jsonb(d) as device from devices d`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(device.slice(4))
  })

  it('is unknown once the password was reset, or was changed on another device', async () => {
    const device = await newDevice()
    const password = await reset('203.0.113.9')
    await lockOut()
    expect((await signIn(server, { device, password }, { from: '192.0.2.1' })).status).toBe(429)

    server.clock.advance(DAY)
    const first = await signIn(server, { password }, { from: '192.0.2.1' })
    const other = deviceOf(await signIn(server, { password }, { from: '192.0.2.2' }))
    const changed = { current_password: password, password: 'quite another one', password_confirmation: 'quite another one' }
    expect((await post(server, accountPaths.password, changed, { token: tokenOf(first) })).status).toBe(204)
    await lockOut()
    const attempt = (known: string) => signIn(server, { device: known, password: 'quite another one' }, { from: '192.0.2.1' })
    expect((await attempt(other)).status).toBe(429)
    expect((await attempt(deviceOf(first))).status).toBe(200)
  })

  it('is forgotten after 400 days without a sign-in, and beyond the hundred devices used last', async () => {
    await newDevice()
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users`)
    await server.db.query(sql`
      insert into devices (id, user_id, token_hash, created_at, used_at)
      select gen_random_uuid(), ${rows[0]?.id}, 'hash ' || n, ${server.clock.now}, ${server.clock.now}::timestamptz + make_interval(secs => n)
      from generate_series(1, 120) as n`)
    await newDevice()
    const count = async () => (await server.db.query(sql`select 1 from devices`)).rows.length
    expect(await count()).toBe(100)
    server.clock.advance(401 * DAY)
    await sweepAccounts(server.deps)
    expect(await count()).toBe(0)
  })
})

describe('a client that has reset the password by mail', () => {
  it('can sign in for 15 minutes, although others exhaust the attempts', async () => {
    await lockOut()
    const password = await reset('192.0.2.1')
    await spendAll()
    expect((await signIn(server, { password }, { from: '192.0.2.2' })).status).toBe(429)
    expect((await signIn(server, { password: 'wrong' }, { from: '192.0.2.1' })).status).toBe(401)
    expect((await signIn(server, { password }, { from: '192.0.2.1' })).status).toBe(200)
  })

  it('has five failed attempts, and none after that time', async () => {
    await reset('192.0.2.1')
    for (let at = 0; at < 5; at += 1) expect((await signIn(server, wrong, { from: '192.0.2.1' })).status).toBe(401)
    expect((await signIn(server, wrong, { from: '192.0.2.1' })).status).toBe(429)
    server.clock.advance(15 * 60_000)
    await spendAll()
    expect((await signIn(server, { password: 'lichen and fern' }, { from: '192.0.2.1' })).status).toBe(429)
  })
})
