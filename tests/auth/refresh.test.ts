import { beforeEach, describe, expect, it } from 'vitest'
import { offline, refused } from '../../src/api/errors'
import type { ApiError } from '../../src/api/extra'
import * as cipher from '../../src/auth/cipher'
import type { PeerMessage, Tabs } from '../../src/auth/ports'
import { createRefresh } from '../../src/auth/refresh'
import { parseToken, type SessionToken } from '../../src/auth/tokens'
import { createVault, type Vault } from '../../src/auth/vault'
import type { Grant } from '../../src/contract/session'
import { jwt } from '../support/session/tokens'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'
import { createStorage, type MemoryStorage } from '../support/session/webStorage'

const TTL = 900_000
let clock: VirtualClock
let local: MemoryStorage
let vault: Vault
let bearers: string[]
let alerts: ApiError[]
let announced: PeerMessage[]

const sessionToken = (gen: number, expiresAt = clock.now() + TTL): SessionToken =>
  parseToken(jwt({ sub: 'ada', sid: 's1', gen }), expiresAt, TTL)
const ofBob = (gen: number, expiresAt = clock.now() + TTL): SessionToken =>
  parseToken(jwt({ sub: 'bob', sid: 's2', gen }), expiresAt, TTL)
const unauthenticated = () => refused(new Response(null, { status: 401 }), '{"message":"Your session is over"}', clock.now())

beforeEach(async () => {
  clock = createVirtualClock()
  local = createStorage()
  vault = createVault({ local, tab: createStorage() }, clock.now, () => Promise.resolve(cipher))
  await vault.prepare(true)
  vault.store(sessionToken(1), true)
  bearers = []
  alerts = []
  announced = []
})

function create(answer: () => Promise<Grant>) {
  const tabs: Tabs = {
    exclusive: (_, work) => work(),
    announce: (message) => void announced.push(message),
    watch: () => () => {},
    isVisible: () => true,
  }
  const requestToken = (bearer: string) => {
    bearers.push(bearer)
    return answer()
  }
  return createRefresh({ vault, tabs, clock, requestToken, alert: (error) => alerts.push(error) })
}

const granting = (gen: number) => async (): Promise<Grant> => ({ token: sessionToken(gen).token, expires_at: 900 })
const tokenId = (gen: number) => sessionToken(gen).tokenId

describe('refresh', () => {
  it('stores the next token, as ciphertext, in the place of the previous one', async () => {
    const outcome = await create(granting(2))(tokenId(1))
    expect(outcome).toMatchObject({ kind: 'rotated', grant: { tokenId: tokenId(2), subject: 'ada', ttl: TTL } })
    expect(vault.read()).toMatchObject({ tokenId: tokenId(2), expiresAt: clock.now() + TTL })
    expect(local.entries.get('token')).toMatch(/^U2FsdGVkX1/)
    expect([bearers.length, announced]).toEqual([1, []])
  })

  it('measures the next token’s lifetime from its request', async () => {
    const begun = clock.now()
    const answer = async (): Promise<Grant> => clock.sleep(18_000).then(granting(2))
    await clock.run(create(answer)(tokenId(1)))
    expect(vault.read()).toMatchObject({ tokenId: tokenId(2), expiresAt: begun + TTL })
  })

  it('adopts the token that another tab stored while it waited for its turn, without a request', async () => {
    vault.replace(sessionToken(2))
    expect(await create(granting(3))(tokenId(1))).toMatchObject({ kind: 'adopted', grant: { tokenId: tokenId(2) } })
    expect(bearers).toEqual([])
  })

  it('sends the token that another tab stored when that has expired, too', async () => {
    vault.replace(sessionToken(2, clock.now() - 1))
    expect(await create(granting(3))(tokenId(1))).toMatchObject({ kind: 'rotated' })
    expect(bearers).toEqual([sessionToken(2).token])
  })

  it('reports no session when storage was cleared before', async () => {
    vault.clear()
    expect(await create(granting(2))(tokenId(1))).toEqual({ kind: 'cleared' })
    expect(bearers).toEqual([])
  })

  it('stores nothing when storage was cleared meanwhile', async () => {
    const refresh = create(async () => {
      vault.clear()
      return granting(2)()
    })
    expect(await refresh(tokenId(1))).toEqual({ kind: 'cleared' })
    expect(local.entries.size).toBe(0)
  })

  it('keeps what another session stored meanwhile', async () => {
    const other = ofBob(1)
    const refresh = create(async () => {
      vault.store(other, true)
      return granting(2)()
    })
    expect(await refresh(tokenId(1))).toMatchObject({ kind: 'adopted', grant: { subject: 'bob' } })
    expect(vault.read()).toMatchObject({ tokenId: other.tokenId })
  })

  it('reads storage again 250 ms after a 401, in case another tab refreshed outside the lock', async () => {
    const refresh = create(() => Promise.reject(unauthenticated()))
    const outcome = refresh(tokenId(1))
    await clock.advance(240)
    vault.replace(sessionToken(2))
    await clock.advance(10)
    expect(await outcome).toMatchObject({ kind: 'adopted', grant: { tokenId: tokenId(2) } })
    expect(alerts).toEqual([])
  })

  it('rejects, with one alert, when the token is still refused', async () => {
    const outcome = create(() => Promise.reject(unauthenticated()))(tokenId(1)).catch((failure: unknown) => failure)
    await clock.advance(250)
    expect(await outcome).toEqual({ kind: 'rejected', message: 'Your session is over' })
    expect(alerts.map(({ status }) => status)).toEqual([401])
  })

  it.each([
    ['a network fault', offline, { kind: 'transient' }],
    [
      '429',
      () => refused(new Response(null, { status: 429, headers: { 'retry-after': '7' } }), '{}', 0),
      { kind: 'transient', retryAfterS: 7 },
    ],
    ['a 503', () => refused(new Response(null, { status: 503 }), '<h1>away</h1>', 0), { kind: 'transient' }],
    ['a 404', () => refused(new Response(null, { status: 404 }), '{}', 0), { kind: 'refused' }],
    ['a fault of ours', () => new Error('bug'), { kind: 'transient' }],
  ])('rejects without an alert for %s', async (_, error, failure) => {
    await expect(create(() => Promise.reject(error()))(tokenId(1))).rejects.toMatchObject(failure)
    expect([alerts, vault.read().kind]).toEqual([[], 'token'])
  })

  it('sends one request, however many calls wait for it', async () => {
    const refresh = create(granting(2))
    const outcomes = await Promise.all([refresh(tokenId(1)), refresh(tokenId(1)), refresh(tokenId(1))])
    expect([bearers.length, new Set(outcomes).size]).toEqual([1, 1])
  })

  it('is not shared with a session that begins while it is under way', async () => {
    const answers: ((grant: Grant) => void)[] = []
    const refresh = create(() => new Promise((resolve) => void answers.push(resolve)))
    const [left, next] = [ofBob(1, clock.now() - 1), ofBob(2)]
    const first = refresh(tokenId(1))
    vault.store(left, true)
    const second = refresh(left.tokenId)
    expect(bearers).toEqual([sessionToken(1).token, left.token])
    answers[1]?.({ token: next.token, expires_at: 900 })
    expect(await second).toMatchObject({ kind: 'rotated', grant: { tokenId: next.tokenId } })
    answers[0]?.({ token: sessionToken(2).token, expires_at: 900 })
    expect(await first).toMatchObject({ kind: 'adopted', grant: { tokenId: next.tokenId } })
    expect(vault.read()).toMatchObject({ tokenId: next.tokenId })
  })

  it.each([
    ['the answer', granting(2)],
    ['a 401', () => Promise.reject(unauthenticated())],
  ])('requests the next token when %s finds another, expired one in storage', async (_, answer) => {
    const [left, next] = [ofBob(1, clock.now() - 1), ofBob(2)]
    const refresh = create(() => {
      if (bearers.length > 1) return Promise.resolve({ token: next.token, expires_at: 900 })
      vault.store(left, true)
      return answer()
    })
    expect(await clock.run(refresh(tokenId(1)))).toMatchObject({ kind: 'rotated', grant: { tokenId: next.tokenId } })
    expect(bearers).toEqual([sessionToken(1).token, left.token])
    expect(vault.read()).toMatchObject({ tokenId: next.tokenId })
  })

  it('gives the token to a duplicate of its tab when only this tab holds it', async () => {
    vault.clear()
    vault.store(sessionToken(1), false)
    await create(granting(2))(tokenId(1))
    expect(announced).toMatchObject([{ type: 'rotated', from: tokenId(1), token: sessionToken(2).token }])
  })
})
