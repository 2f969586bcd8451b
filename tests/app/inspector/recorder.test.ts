import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { authMachine, type AuthEvent } from '../../../machines/authMachine'
import { logText } from '../../../src/app/inspector/copies'
import { learn, type SeenPage } from '../../../src/app/inspector/pages'
import { open as record } from '../../../src/app/inspector/recorder'
import type { Entry, Wire } from '../../../src/app/inspector/wire'
import { nodesOf, transitionId, transitionsOf } from '../../support/session/chart'
import { cases, createChart, placeOf } from '../../support/session/sessionChart'
import { idle } from '../../support/session/virtualClock'
import { createAir } from './channel'

/** A page whose session answers as the test says, and the other end of its channel. */
function openPage(answers: Record<string, () => Promise<unknown>> = {}, listens = true) {
  const air = createAir()
  const channel = air.open()
  const ear = air.open()
  const heard: Wire[] = []
  ear.addEventListener('message', ({ data }: MessageEvent<Wire>) => heard.push(data))
  const window = Object.assign(new EventTarget(), { document: { title: 'Sign in · Frond' } }) as unknown as Window
  const inspect = record({ channel, clock: { now: () => 1_000 }, window, listens })
  const never = () => new Promise<unknown>(() => {})
  const actors = Object.fromEntries(
    ['signIn', 'signUp', 'socialSignIn', 'forgotPassword', 'refresh'].map((id) => [
      id,
      fromPromise<never, never>((answers[id] as never) ?? never),
    ]),
  )
  const clock = new SimulatedClock()
  const actor = createActor(authMachine.provide({ actors }), { clock, inspect })
  const past = () => {
    ear.postMessage({ type: 'hello' } satisfies Wire)
    const last = heard.findLast((message) => message.type === 'past')
    return last?.type === 'past' ? last : { page: { id: '', title: '', openedAt: 0, listens }, entries: [] }
  }
  return { air, ear, heard, actor, clock, window, past, entries: (): readonly Entry[] => past().entries }
}

const signIn: AuthEvent = { type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true }

describe('the recorder', () => {
  it('tells of each step: the event, the transitions taken and where they led', async () => {
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

  it('numbers identities instead of telling them', async () => {
    const grant = { tokenId: 'abc', subject: 'u1', sessionId: 's1', expiresAt: 9_000, ttl: 900, durable: true }
    const page = openPage({ signIn: () => Promise.resolve(grant) })
    page.actor.start()
    page.actor.send(signIn)
    await idle()
    const { context, data } = page.entries().at(-1) ?? {}
    expect(data).toEqual({ output: { ...grant, tokenId: '#3', subject: '#2', sessionId: '#1' } })
    expect(context).toMatchObject({ tokenId: '#3', subject: '#2', sessionId: '#1', expiresAt: 9_000 })
  })

  it('tells an inspector that was opened late of the past, and of what happens then', () => {
    const page = openPage()
    page.actor.start()
    const { page: info, entries } = page.past()
    expect([info.title, info.listens, entries.length]).toEqual(['Sign in · Frond', true, 1])
    page.actor.send(signIn)
    expect(page.heard.at(-1)).toMatchObject({ type: 'entry', page: info.id, entry: { event: 'signIn' } })
  })

  it('says when nothing came of an event', () => {
    const page = openPage()
    page.actor.start()
    page.actor.send({ type: 'cancel' })
    expect(page.entries().at(-1)).toMatchObject({ event: 'cancel', transitions: [], value: 'guest.noToken' })
  })

  it('remembers the last 500 steps, and no more', () => {
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
    const { id } = page.past().page
    page.ear.postMessage({ type: 'send', page: id, event: { type: 'token.needed' } } satisfies Wire)
    page.ear.postMessage({ type: 'send', page: 'another', event: { type: 'cancel' } } satisfies Wire)
    expect(page.entries().map(({ event }) => event)).toEqual(['', 'token.needed'])
  })

  it('says so when its page is left', () => {
    const page = openPage()
    page.window.dispatchEvent(new Event('pagehide'))
    expect(page.heard.at(-1)).toEqual({ type: 'gone', page: page.past().page.id })
  })

  it('takes no event when it only watches', () => {
    const page = openPage({}, false)
    page.actor.start()
    page.ear.postMessage({ type: 'send', page: page.past().page.id, event: { type: 'token.needed' } } satisfies Wire)
    expect(page.entries()).toHaveLength(1)
  })
})

const MARK = 'Zecret'
/** Anything a field could hold: strings that must not be seen, and objects and lists of them under any name. */
const { anything } = fc.letrec((tie) => ({
  secret: fc.string({ minLength: 1 }).map((text) => `${MARK}${text}`),
  anything: fc.oneof(
    { depthSize: 'small' },
    tie('secret'),
    tie('secret').map((text) => new Error(String(text))),
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'output',
          'error',
          'grant',
          'kind',
          'message',
          'token',
          'tokenId',
          'subject',
          'sessionId',
          'password',
          'cause',
        ),
        fc.string().map((text) => `${MARK}${text}`),
      ),
      tie('anything'),
      { maxKeys: 5 },
    ),
  ),
}))
const fields = fc.record({
  email: anything,
  password: anything,
  remember: anything,
  fields: anything,
  invitation: anything,
  provider: anything,
  tokenId: anything,
  cause: anything,
  at: anything,
  output: anything,
  error: anything,
  [`${MARK}Field`]: anything,
})
const types = [...new Set(cases.map(({ event }) => event.type)), `${MARK}Type`]

describe('what the recorder keeps, tells and lets copy', () => {
  it('never holds a secret, whichever field of whichever event, context or answer it came in', async () => {
    const events = fc.array(fc.tuple(fc.constantFrom(...types), fields), { minLength: 1, maxLength: 12 })
    const property = fc.asyncProperty(events, anything, anything, async (sent, output, error) => {
      const answers = {
        signIn: () => Promise.resolve(output),
        signUp: () => Promise.resolve({ durable: true, tokenId: output, subject: output, sessionId: output }),
        forgotPassword: () => Promise.reject(error),
        refresh: () => Promise.resolve({ kind: 'rotated', grant: { tokenId: output, subject: error } }),
      }
      const open = () => {
        const page = openPage(answers)
        page.actor.subscribe({ error: () => undefined })
        page.actor.start()
        opened.push(page)
        return page
      }
      const opened: ReturnType<typeof openPage>[] = []
      let page = open()
      for (const [type, payload] of sent) {
        // Nonsense makes a guard throw, and that ends a session: the next one goes on.
        if (page.actor.getSnapshot().status !== 'active') page = open()
        page.actor.send({ ...payload, type } as unknown as AuthEvent)
        await idle()
      }
      const told = opened.map((one) => [one.past(), one.air.said])
      const said = opened.flatMap(({ air }) => air.said)
      const pages = said.reduce<readonly SeenPage[]>((known, message) => learn(known, 1, message), [])
      const texts = [told, pages.map(logText)].map((part) => JSON.stringify(part))
      expect(texts.filter((text) => text.includes(MARK))).toEqual([])
      expect(pages.flatMap(({ entries }) => entries).length).toBeGreaterThan(sent.length)
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
