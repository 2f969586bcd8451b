import { describe, expect, it } from 'vitest'
import { createBrowserModel } from '../support/session/browserModel'
import { ada, bob, MINUTE, sessionTab, TTL_S, where } from '../support/session/sessionTab'

const { clock, server, signedIn, tab } = sessionTab()

/** Puts another user's token into this tab's storage without an event. */
async function storeBobs(): Promise<void> {
  const other = await signedIn(createBrowserModel(clock, 5).openTab(), bob)
  const token = Buffer.from(other.session.port.read()?.token ?? '').toString('base64')
  tab.local.setItem('token_expiration', String(clock.now() + TTL_S * 1000))
  tab.local.setItem('token', `U2FsdGVkX1${token}`)
}

describe('a user’s input', () => {
  it('is not saved with another user’s token that was just stored, before any message about it', async () => {
    const one = await signedIn()
    await storeBobs()
    expect(await clock.run(one.save(ada.email))).toMatchObject({ error: { kind: 'sessionChanged' } })
    expect([server.faults, one.alerts]).toEqual([[], []])
    expect(one.session.actor.getSnapshot().context.subject).toBe(bob.email)
  })

  it('is not saved with the token of another user who signed in while it waited', async () => {
    const one = await signedIn()
    tab.show(false)
    await clock.advance(TTL_S * 1000 + MINUTE)
    server.setNetwork('offline')
    const saved = one.save(ada.email)
    await clock.advance(100)
    expect(where(one)).toMatch(/expired|refreshing/)
    server.setNetwork('well')
    await storeBobs()
    one.session.actor.send({ type: 'sync', cause: 'storage' })
    expect(await clock.run(saved)).toHaveProperty('error')
    expect([server.faults, one.alerts]).toEqual([[], []])
  })

  it('is not repeated with another user’s token after a 401', async () => {
    const one = await signedIn()
    const saved = one.save(ada.email)
    server.revokeAll()
    await clock.advance(60)
    await storeBobs()
    await clock.run(saved)
    expect(server.faults).toEqual([])
  })
})
