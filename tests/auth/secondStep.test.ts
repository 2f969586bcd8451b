import { describe, expect, it, vi } from 'vitest'
import { createActors } from '../../src/auth/actors'
import type { ApiError } from '../../src/api/extra'
import type { SessionCalls } from '../../src/auth/calls'
import type { Passkeys } from '../../src/auth/ports'
import { createActor, type AnyActor } from 'xstate'
import { createVault } from '../../src/auth/vault'
import * as cipher from '../../src/auth/cipher'

const CODE = '314159'
const ANSWERED_AFTER_MS = 150_000
const step = {
  challenge: 'the-challenge',
  expires_in: 300,
  methods: ['totp', 'passkey'] as const,
  passkey: { rpId: 'localhost' },
}
const problem = { message: 'Another step', code: 'second_factor', requestId: 'r', secondFactor: step } as const

/** Creates the ways in on a server that accepts the password and requires a second step. */
function signedInHalf(passkeys?: Passkeys) {
  const secondFactor = vi.fn(async () => ({ token: 'a-token', expires_at: 900, device: 'fdv_new' }))
  const calls = {
    signIn: () => {
      now += ANSWERED_AFTER_MS
      return Promise.reject(Object.assign(new Error(), { kind: 'refused', status: 401, problem }))
    },
    passkeyOptions: async () => ({ challenge: 'another', options: step.passkey }),
    secondFactor,
  } as unknown as SessionCalls
  const store = vi.fn()
  const alert = vi.fn<(error: ApiError) => void>()
  let now = 1_000_000
  const clock = { now: () => now, later: () => () => undefined, sleep: () => Promise.resolve() }
  const vault = createVault({ local: null, tab: null }, clock.now, async () => cipher)
  const { actors } = createActors({
    vault,
    clock,
    calls: async () => calls,
    alert,
    devices: { tokenOf: () => undefined, store },
    ...(passkeys && { passkeys }),
    refresh: () => Promise.reject(new Error('not asked for')),
  })
  return { actors, secondFactor, store, alert }
}

const credentials = { email: 'ada@example.com', password: 'correct horse', remember: true }

const firstStep = (actors: ReturnType<typeof signedInHalf>['actors']) =>
  failureOf(createActor(actors.signIn, { input: credentials }))

/** Runs an actor; resolves to its failure. */
async function failureOf(actor: AnyActor): Promise<unknown> {
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }))
  actor.start()
  return failed
}

describe('a sign-in that asks for a second step', () => {
  it('passes the methods and the expiry, counted from the answer, to the machine, but not the challenge', async () => {
    const { actors } = signedInHalf()
    const failure = await firstStep(actors)
    expect(failure).toMatchObject({ kind: 'challenged', step: { methods: ['totp', 'passkey'], endsAt: 1_450_000 } })
    expect(JSON.stringify(failure)).not.toContain(step.challenge)
  })

  it('sends the code with the challenge, keeps the device’s token, and leaves no code in a snapshot', async () => {
    const { actors, secondFactor, store } = signedInHalf()
    await firstStep(actors)
    const actor = createActor(actors.verify, { input: { proof: { code: CODE } } })
    const done = new Promise((resolve) => actor.subscribe({ complete: () => resolve(null) }))
    actor.start()
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(CODE)
    await done
    expect(secondFactor).toHaveBeenCalledWith({ challenge: step.challenge, code: CODE }, expect.anything())
    expect(store).toHaveBeenCalledWith('ada@example.com', 'fdv_new')
  })

  it.each([
    ['signs with a passkey', { id: 'key' }, null],
    ['sends nothing when its owner says no to the passkey', null, { kind: 'cancelled', message: expect.any(String) }],
  ])('%s', async (_name, shown, failure) => {
    const show = vi.fn(async () => shown)
    const { actors, secondFactor } = signedInHalf({ show, make: async () => null })
    await firstStep(actors)
    const actor = createActor(actors.verify, { input: { proof: 'passkey' } })
    const over = new Promise((resolve) => actor.subscribe({ complete: () => resolve(null), error: resolve }))
    actor.start()
    expect(await over).toEqual(failure)
    expect(show).toHaveBeenCalledWith(step.passkey, expect.anything())
    expect(secondFactor).toHaveBeenCalledTimes(shown === null ? 0 : 1)
  })

  it('says that this browser cannot use the passkey, as under another host name than the server’s', async () => {
    const show = () => Promise.reject(Object.assign(new Error('No'), { name: 'SecurityError' }))
    const { actors, secondFactor, alert } = signedInHalf({ show, make: async () => null })
    await firstStep(actors)
    const ways = [
      createActor(actors.verify, { input: { proof: 'passkey' } }),
      createActor(actors.socialSignIn, { input: { provider: 'passkey', remember: true } }),
    ]
    for (const [index, actor] of ways.entries()) {
      expect(await failureOf(actor)).toMatchObject({ kind: 'transient' })
      expect(alert).toHaveBeenCalledTimes(index + 1)
      expect(alert.mock.lastCall?.[0].problem.message).toBe('This browser could not use a passkey here. Sign in another way')
    }
    expect(secondFactor).not.toHaveBeenCalled()
  })

  it('says nothing of a passkey that fails after the sign-in was cancelled', async () => {
    const show = vi.fn((_: unknown, signal: AbortSignal) => until(signal).then(() => Promise.reject(new Error('Too late'))))
    const { actors, alert } = signedInHalf({ show, make: async () => null })
    const actor = createActor(actors.socialSignIn, { input: { provider: 'passkey', remember: true } })
    actor.start()
    await vi.waitFor(() => expect(show).toHaveBeenCalled())
    actor.stop()
    await Promise.allSettled(show.mock.results.map(({ value }) => value as Promise<never>))
    expect(alert).not.toHaveBeenCalled()
  })
})

const until = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
