import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { authMachine, type AuthEvent } from '../../../machines/authMachine'
import { manyRowsMachine } from '../../../machines/manyRowsMachine'
import { liveMachine } from '../../../machines/liveMachine'
import { uploadMachine } from '../../../machines/uploadMachine'
import type { InspectorMessage } from '../../../src/app/inspector/messages'
import { nodesOf, transitionId, transitionsOf } from '../../support/session/chart'
import { cases, createChart, placeOf } from '../../support/session/sessionChart'
import { idle } from '../../support/session/virtualClock'
import { openPage } from './page'

const signIn: AuthEvent = { type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true }

describe('the recorder', () => {
  it('reports each step: the event, the transitions taken and where they led', async () => {
    const page = openPage({ signIn: () => Promise.reject(new Error('offline')) })
    page.actor.start()
    page.actor.send(signIn)
    await idle()
    expect(page.entries().map(({ n, event, value, transitions }) => [n, event, value, transitions])).toEqual([
      [0, '', 'guest.noToken', ['auth.booting always #3']],
      [1, 'signIn', 'guest.signingIn', ['auth.guest.noToken signIn #0']],
      [2, 'xstate.error.actor.signIn', 'guest.noToken', ['auth.guest.signingIn error(signIn) #1']],
    ])
    expect(page.entries()[1]?.data).toEqual({ remember: true })
  })

  it('replaces identities by numbers', async () => {
    const grant = { tokenId: 'abc', subject: 'u1', sessionId: 's1', expiresAt: 9_000, ttl: 900, durable: true }
    const page = openPage({ signIn: () => Promise.resolve(grant) })
    page.actor.start()
    page.actor.send(signIn)
    await idle()
    const { context, data } = page.entries().at(-1) ?? {}
    expect(data).toEqual({ output: { ...grant, tokenId: '#1', subject: '#2', sessionId: '#3' } })
    expect(context).toMatchObject({ tokenId: '#1', subject: '#2', sessionId: '#3', expiresAt: 9_000 })
  })

  it('sends an inspector that was opened late the past steps, and the next ones', () => {
    const page = openPage()
    page.actor.start()
    const { id, machine, title, listens } = page.info()
    expect([machine, title, listens, page.entries().length]).toEqual(['auth', 'Sign in · Frond', true, 1])
    page.actor.send(signIn)
    expect(page.received.at(-1)).toMatchObject({ type: 'steps', actor: { id }, entries: [{ event: 'signIn' }] })
  })

  it('reports an event that caused no transition', () => {
    const page = openPage()
    page.actor.start()
    page.actor.send({ type: 'cancel' })
    expect(page.entries().at(-1)).toMatchObject({ event: 'cancel', transitions: [], value: 'guest.noToken' })
  })

  it('stores only the last 500 steps', () => {
    const page = openPage()
    page.actor.start()
    for (let at = 0; at < 600; at += 1) page.actor.send({ type: 'cancel' })
    const numbers = page.entries().map(({ n }) => n)
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([500, 101, 600])
  })

  it('names every transition as the chart does', () => {
    const { machine } = createChart()
    const known = new Set(nodesOf(machine).flatMap(transitionsOf).map(transitionId))
    const page = openPage()
    page.actor.start()
    const walk = fc.sample(fc.constantFrom(...cases), { numRuns: 1500, seed: 5 })
    for (const { event } of walk) {
      if (authMachine.getTransitionData(page.actor.getSnapshot(), event).length === 0) continue
      page.actor.send(event)
      expect(page.entries().at(-1)?.value).toBe(placeOf(page.actor.getSnapshot()))
    }
    const taken = page.entries().flatMap(({ transitions }) => transitions)
    expect(new Set(taken).size).toBeGreaterThan(25)
    expect(taken.filter((id) => !known.has(id))).toEqual([])
  })

  it('sends the session an event when the inspector asks for one, with the fingerprint that it lacks', () => {
    const page = openPage()
    page.actor.start()
    const { id } = page.info()
    page.ear.postMessage({ type: 'send', actor: id, event: { type: 'token.needed' } } satisfies InspectorMessage)
    page.ear.postMessage({ type: 'send', actor: 'another', event: { type: 'cancel' } } satisfies InspectorMessage)
    expect(page.entries().map(({ event }) => event)).toEqual(['', 'token.needed'])
  })

  it('reports that its page closes', () => {
    const page = openPage()
    page.actor.start()
    const { page: id } = page.info()
    page.window.dispatchEvent(new Event('pagehide'))
    expect(page.received.at(-1)).toEqual({ type: 'left', page: id })
  })

  it('accepts no event in read-only mode', () => {
    const page = openPage({}, false)
    page.actor.start()
    page.ear.postMessage({ type: 'send', actor: page.info().id, event: { type: 'token.needed' } } satisfies InspectorMessage)
    expect(page.entries()).toHaveLength(1)
  })

  it('follows every machine of its page, and sends each its own events', () => {
    const page = openPage()
    page.actor.start()
    const upload = createActor(uploadMachine, { inspect: page.inspect }).start()
    upload.send({ type: 'choose', file: new File(['secret'], 'secret.bin') })
    const live = createActor(liveMachine, { inspect: page.inspect, clock: new SimulatedClock() }).start()
    expect(
      page.past().map(({ actor, entries }) => [actor.machine, actor.page === page.info().page, entries.at(-1)?.value]),
    ).toEqual([
      ['auth', true, 'guest.noToken'],
      ['upload', true, 'hashing'],
      ['live', true, 'page.seen stream.closed notice.idle'],
    ])
    const [, { actor } = { actor: page.info() }] = page.past()
    page.ear.postMessage({ type: 'send', actor: actor.id, event: { type: 'cancel' } } satisfies InspectorMessage)
    expect(upload.getSnapshot().value).toBe('idle')
    expect(live.getSnapshot().matches({ stream: 'closed' })).toBe(true)
    expect(page.entries()).toHaveLength(1)
  })

  it('reports when an actor has stopped, and when it has finished', () => {
    const page = openPage()
    page.actor.start()
    const upload = createActor(uploadMachine, { inspect: page.inspect }).start()
    const removal = createActor(manyRowsMachine, { inspect: page.inspect, input: { count: 2, rows: [] } }).start()
    upload.stop()
    removal.send({ type: 'close' })
    const lasts = page.past().map(({ actor, entries }) => [actor.machine, entries.at(-1)?.isOver, entries.at(-1)?.value])
    expect(lasts).toEqual([
      ['auth', false, 'guest.noToken'],
      ['upload', true, 'idle'],
      ['manyRows', true, 'closed'],
    ])
  })

  it('stores the session and the last 29 other actors', () => {
    const page = openPage()
    page.actor.start()
    for (let at = 0; at < 40; at += 1) createActor(uploadMachine, { inspect: page.inspect }).start().stop()
    const past = page.past()
    expect([past.length, past[0]?.actor.machine, past[1]?.actor.machine]).toEqual([30, 'auth', 'upload'])
  })

  it('forgets an actor that is over before one that still runs, however long it has', () => {
    const page = openPage()
    page.actor.start()
    createActor(liveMachine, { inspect: page.inspect }).start()
    for (let at = 0; at < 40; at += 1) createActor(uploadMachine, { inspect: page.inspect }).start().stop()
    expect(page.past().map(({ actor }) => actor.machine)).toEqual(['auth', 'live', ...Array.from({ length: 28 }, () => 'upload')])
  })
})
