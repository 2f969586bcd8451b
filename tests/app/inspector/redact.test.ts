import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { assignMachine, type AssignFailure } from '../../../machines/assignMachine'
import type { AuthEvent } from '../../../machines/authMachine'
import { bulkEditMachine, type BulkRows, type BulkSet, type FailedRow } from '../../../machines/bulkEditMachine'
import { importMachine, type Opening, type Run, type Source, type Tally } from '../../../machines/importMachine'
import { uploadMachine, type Sending, type UploadFailure } from '../../../machines/uploadMachine'
import { learn, type SeenActor } from '../../../src/app/inspector/actors'
import { logText } from '../../../src/app/inspector/copies'
import type { AssignBody, AssignOutcome } from '../../../src/contract/firmwareCalls'
import type { BulkFailure, BulkUpdateOutcome } from '../../../src/contract/bulk'
import { cases } from '../../support/session/sessionChart'
import { idle } from '../../support/session/virtualClock'
import { openPage } from './page'

const MARK = 'Zecret'
const marked = (field: string) => `${MARK}-${field}`

describe('what is left of the steps of other machines', () => {
  it('are counts of an import, and no cell, name or message', async () => {
    const page = openPage()
    const file = { name: marked('name'), header: [marked('column')], rows: [{ line: 2, cells: [marked('cell')] }], ragged: [] }
    const tally: Tally = {
      at: 1,
      created: 1,
      errors: [{ line: 1, field: marked('field'), message: marked('message') }],
      accepted: file.rows,
      seen: new Map([[marked('eui'), 1]]),
    }
    const actor = createActor(
      importMachine.provide({
        actors: {
          readFile: fromPromise<Opening, { source: Source }>(() => Promise.resolve({ file, mapping: [marked('field')] })),
          sendPart: fromPromise<Tally, Run>(() => Promise.resolve(tally)),
        },
      }),
      { inspect: page.inspect },
    ).start()
    actor.send({ type: 'choose', source: { text: marked('text') } })
    await idle()
    actor.send({ type: 'check', key: marked('key') })
    await idle()
    const [{ entries } = { entries: [] }] = page.past()
    expect(entries.at(-1)).toMatchObject({
      value: 'checked',
      context: { rows: 1, checked: { at: 1, created: 1, errors: 1, accepted: 1 } },
    })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are counts of an assignment, and no gateway, reason or sentence', async () => {
    const page = openPage()
    const gateway = { id: marked('id'), name: marked('gateway') }
    const skip = { ...gateway, code: 'downgrade', message: marked('message') } as const
    const failure: AssignFailure = { sentence: marked('sentence') }
    const actor = createActor(
      assignMachine.provide({
        actors: {
          send: fromPromise<AssignOutcome, { body: AssignBody }>(({ input: { body } }) =>
            body.dryRun === true
              ? Promise.resolve({ assigned: [gateway], skipped: [skip, skip] })
              : Promise.reject<AssignOutcome>(failure),
          ),
        },
      }),
      { inspect: page.inspect },
    ).start()
    actor.send({ type: 'check', body: { gatewayIds: [marked('id')], reason: marked('reason') } })
    await idle()
    actor.send({ type: 'assign' })
    await idle()
    const [{ entries } = { entries: [] }] = page.past()
    expect(entries.at(-1)).toMatchObject({ value: 'confirming', context: { outcome: { assigned: 1, skipped: 2 } } })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are counts of a bulk edit, and no value, row or message', async () => {
    const page = openPage()
    const row = { id: marked('id'), version: 1, name: marked('row') }
    const change = { id: marked('id'), version: 1, before: { note: marked('before') }, after: { note: marked('after') } }
    const refusal = { id: marked('id'), code: 'version_conflict', message: marked('message') }
    const outcome: BulkUpdateOutcome = { done: 2, changed: [change], failed: [refusal] }
    const actor = createActor(
      bulkEditMachine.provide({
        actors: {
          changePart: fromPromise<BulkUpdateOutcome, { set: BulkSet; part: BulkRows | undefined }>(() =>
            Promise.resolve(outcome),
          ),
          nameRows: fromPromise<readonly FailedRow[], { refused: readonly BulkFailure[] }>(() =>
            Promise.resolve([{ row, message: marked('message') }]),
          ),
        },
      }),
      { inspect: page.inspect },
    ).start()
    actor.send({ type: 'propose', set: { error: marked('set'), output: marked('set') }, foresee: false })
    actor.send({ type: 'run', parts: [{ ids: [marked('id')] }] })
    await idle()
    const [{ entries } = { entries: [] }] = page.past()
    expect(entries.at(-1)?.context).toMatchObject({ done: 2, changed: 1, refused: 1 })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are lengths of an upload and how it failed, and no name, checksum or message', async () => {
    const page = openPage()
    const failure: UploadFailure = { kind: 'cutOff', message: marked('message') }
    const actor = createActor(
      uploadMachine.provide({
        actors: {
          digest: fromPromise<string | null, { file: File | null }>(() => Promise.resolve(marked('digest'))),
          send: fromPromise<void, Sending>(() => Promise.reject<void>(failure)),
        },
      }),
      { inspect: page.inspect },
    ).start()
    actor.send({ type: 'choose', file: new File([marked('content')], marked('name')) })
    await idle()
    const [{ entries } = { entries: [] }] = page.past()
    expect(entries.at(-1)).toMatchObject({
      value: 'offline',
      data: { error: { kind: 'cutOff' } },
      context: { sent: 0, total: marked('content').length },
    })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })
})

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
      const actors = said.reduce<readonly SeenActor[]>((known, message) => learn(known, 1, message), [])
      const texts = [reported, actors.map(logText)].map((part) => JSON.stringify(part))
      expect(texts.filter((text) => text.includes(MARK))).toEqual([])
      expect(actors.flatMap(({ entries }) => entries).length).toBeGreaterThan(sent.length)
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
