import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuthEvent } from '../../../machines/authMachine'
import { applyMessage, type SeenActor } from '../../../src/app/inspector/actors'
import { logText } from '../../../src/app/inspector/copies'
import { cases } from '../../support/session/sessionChart'
import { idle } from '../../support/session/virtualClock'
import { MARK, openPage } from './page'

/** Any value of a field: strings that must not be visible, and objects and lists of them under any name. */
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
          'rows',
          'tally',
          'failed',
          'total',
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

describe('what the recorder stores, reports and lets copy', () => {
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
        // Nonsense makes a guard throw, which ends a session: the next one replaces it.
        if (page.actor.getSnapshot().status !== 'active') page = open()
        page.actor.send({ ...payload, type } as unknown as AuthEvent)
        await idle()
      }
      const reported = opened.map((one) => [one.past(), one.air.said])
      const said = opened.flatMap(({ air }) => air.said)
      const actors = said.reduce<readonly SeenActor[]>((known, message) => applyMessage(known, 1, message), [])
      const texts = [reported, actors.map(logText)].map((part) => JSON.stringify(part))
      expect(texts.filter((text) => text.includes(MARK))).toEqual([])
      expect(actors.flatMap(({ entries }) => entries).length).toBeGreaterThan(sent.length)
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
