import { describe, expect, it } from 'vitest'
import { ada, bob, ends, sessionTab, where } from '../support/session/sessionTab'
import type { Console } from '../support/session/sessionWorld'

const { browser, clock, load, server, signedIn, tab } = sessionTab()

const sidOf = ({ session }: Console) => session.actor.getSnapshot().context.sessionId ?? ''

/** Opens two tabs of one browser: the first remembers its user, the second signs in for itself only. */
async function beside(own: typeof ada | typeof bob) {
  const [second, first] = [await load(browser.openTab()), await load()]
  second.session.actor.send({ ...own, remember: false })
  await clock.advance(200)
  first.session.actor.send(ada)
  await clock.advance(200)
  expect([where(first), where(second)]).toEqual(['session.authenticated', 'session.authenticated'])
  return { first, second, sids: [sidOf(first), sidOf(second)] as const }
}

describe('a sign-out beside another session', () => {
  it('keeps another user’s session, in storage, in its tab and on the server', async () => {
    const { first, second, sids } = await beside(bob)
    second.session.actor.send({ type: 'signOut' })
    expect(ends(second)).toEqual([{ type: 'session.ended', reason: 'user' }])
    await clock.advance(500)
    expect(sids.map(server.isAlive)).toEqual([true, false])
    expect([where(first), ends(first)]).toEqual(['session.authenticated', []])
    expect(await clock.run(first.ask())).toEqual({ data: ada.email })
    first.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    expect([server.isAlive(sids[0]), tab.local.length]).toEqual([false, 0])
  })

  it('leaves that tab with the session in shared storage', async () => {
    const { second } = await beside(bob)
    second.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    expect(second.emitted.at(-1)).toEqual({ type: 'session.started', via: 'elsewhere' })
    expect(await clock.run(second.ask())).toEqual({ data: ada.email })
  })

  it('does not affect a tab with a session of its own', async () => {
    const { first, second, sids } = await beside(bob)
    first.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    expect([where(first), where(second)]).toEqual(['guest.signedOut', 'session.authenticated'])
    expect(sids.map(server.isAlive)).toEqual([false, true])
  })

  it('ends every session of the same administrator that this browser holds, on the server too', async () => {
    const { first, second, sids } = await beside(ada)
    second.session.actor.send({ type: 'signOut' })
    await clock.advance(500)
    expect([where(first), where(second), tab.local.length]).toEqual(['guest.signedOut', 'guest.signedOut', 0])
    expect(sids.map(server.isAlive)).toEqual([false, false])
  })
})

describe('a sign-out that the server does not answer', () => {
  it.each(['offline', 'failing', 'lost'] as const)('ends the session in this browser without an alert: %s', async (network) => {
    const one = await signedIn()
    server.setNetwork(network)
    one.session.actor.send({ type: 'signOut' })
    // An unhandled rejection would fail the run.
    await clock.advance(500)
    expect([where(one), tab.local.length, one.alerts]).toEqual(['guest.signedOut', 0, []])
  })
})
