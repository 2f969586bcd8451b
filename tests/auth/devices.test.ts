import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createActors } from '../../src/auth/actors'
import type { SessionCalls } from '../../src/auth/calls'
import * as cipher from '../../src/auth/cipher'
import { createDevices } from '../../src/auth/devices'
import { createVault } from '../../src/auth/vault'

/** Creates the ways in of a browser that has signed in to Ada's account before. */
function knownBrowser() {
  const entries = new Map<string, string>()
  const devices = createDevices({
    get: (key) => entries.get(key) ?? null,
    change: (key, work) => void entries.set(key, work(entries.get(key) ?? null)),
  })
  devices.store('ada@example.com', 'fdv_ada')
  const signIn = vi.fn(async () => ({ token: 'a-token', expires_at: 900 }))
  const forgotPassword = vi.fn(async () => 'You will receive an email')
  const clock = { now: () => 1_000_000, later: () => () => undefined, sleep: () => Promise.resolve() }
  const { actors } = createActors({
    vault: createVault({ local: null, tab: null }, clock.now, async () => cipher),
    clock,
    calls: async () => ({ signIn, forgotPassword }) as unknown as SessionCalls,
    alert: () => undefined,
    devices,
    refresh: () => Promise.reject(new Error('not asked for')),
  })
  return { actors, signIn, forgotPassword }
}

describe('a browser that has signed in before', () => {
  it.each([
    ['Ada@example.com', { device: 'fdv_ada' }],
    ['eve@example.com', {}],
  ])('sends its token with a sign-in and a request for a reset link, for its own account only: %s', async (email, known) => {
    const { actors, signIn, forgotPassword } = knownBrowser()
    const signingIn = createActor(actors.signIn, { input: { email, password: 'correct horse', remember: false } })
    const forgetting = createActor(actors.forgotPassword, { input: { email } })
    for (const actor of [signingIn, forgetting]) await toPromise(actor.start())
    expect(signIn).toHaveBeenCalledWith({ email, password: 'correct horse', ...known }, expect.anything())
    expect(forgotPassword).toHaveBeenCalledWith({ email, ...known }, expect.anything())
  })
})
