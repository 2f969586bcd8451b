import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { assignMachine, type AssignFailure } from '../../../machines/assignMachine'
import { bulkEditMachine, type BulkRows, type BulkSet, type FailedRow } from '../../../machines/bulkEditMachine'
import { exportMachine, type ExportedFile, type ExportFailure, type Reading } from '../../../machines/exportMachine'
import { factorMachine, type FactorAnswer, type FactorRefusal } from '../../../machines/factorMachine'
import { importMachine, type Opening, type Run, type Source, type Tally } from '../../../machines/importMachine'
import { manyRowsMachine, type ManyRowsCall, type ManyRowsContext, type ManyRowsOutcome } from '../../../machines/manyRowsMachine'
import { removalMachine, type RemovalFailure, type Successor } from '../../../machines/removalMachine'
import { saveMachine, type FormEdit, type SaveContext, type SaveFailure } from '../../../machines/saveMachine'
import { uploadMachine, type Sending, type UploadFailure } from '../../../machines/uploadMachine'
import type { AssignBody, AssignOutcome } from '../../../src/contract/firmwareCalls'
import type { BulkFailure, BulkUpdateOutcome, DeletionPreview } from '../../../src/contract/bulk'
import type { NewPasskeyBody } from '../../../src/contract/factors'
import type { ChangePreview } from '../../../src/contract/preview'
import { idle } from '../../support/session/virtualClock'
import { openPage } from './page'

const MARK = 'Zecret'
const marked = (field: string) => `${MARK}-${field}`

describe('the redacted steps of other machines', () => {
  it('are counts of an import, and no cell, name or message', async () => {
    const page = openPage()
    const file = {
      name: marked('name'),
      header: [marked('column')],
      rows: [{ line: 2, cells: [marked('cell')] }],
      ragged: [],
      decimalComma: false,
    }
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
    const change = { id: marked('id'), version: 1, before: { targetFirmwareId: marked('target') } }
    const failure: AssignFailure = { sentence: marked('sentence') }
    const actor = createActor(
      assignMachine.provide({
        actors: {
          send: fromPromise<AssignOutcome, { body: AssignBody }>(({ input: { body } }) =>
            body.dryRun === true
              ? Promise.resolve({ assigned: [gateway], skipped: [skip, skip], changed: [change] })
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
    expect(entries.at(-1)).toMatchObject({ value: 'confirming', context: { outcome: { assigned: 1, skipped: 2, changed: 1 } } })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are counts of an action on many rows or of a deletion, and no row, successor, user or message', async () => {
    const page = openPage()
    const row = { id: marked('id'), version: 1, name: marked('row') }
    const message = marked('message')
    const failed: BulkFailure = { id: marked('id'), code: marked('code'), message }
    const change = { id: marked('id'), version: 1, before: { note: marked('before') } }
    const machine = manyRowsMachine.provide({
      actors: {
        preview: fromPromise<DeletionPreview | null, { count: number }>(({ input: { count } }) =>
          count === 9
            ? Promise.reject<DeletionPreview>({ message, recounted: true })
            : Promise.resolve({ total: 3, used: 1, undeletable: 0, final: 0, users: { [marked('users')]: 1 } }),
        ),
        act: fromPromise<ManyRowsOutcome, ManyRowsCall>(() =>
          Promise.resolve({ done: 2, restorable: [marked('id')], changed: [change], failed: [failed] }),
        ),
        nameRows: fromPromise<readonly FailedRow[], Pick<ManyRowsContext, 'refused' | 'rows'>>(() =>
          Promise.resolve([{ row, message }]),
        ),
      },
    })
    const [, many] = [9, 3].map((count) => createActor(machine, { input: { count, rows: [row] }, inspect: page.inspect }).start())
    await idle()
    const part = { ids: [marked('id')] }
    many?.send({ type: 'confirm', parts: [part], successor: { id: marked('id'), label: marked('label') } })
    const one = createActor(
      removalMachine.provide({
        actors: {
          remove: fromPromise<void, { successor: Successor | null }>(() =>
            Promise.reject<void>({
              message: marked('message'),
              users: { total: 1, rows: [{ id: marked('id'), name: marked('user') }] },
              stale: false,
            } satisfies RemovalFailure),
          ),
        },
      }),
      { inspect: page.inspect },
    ).start()
    one.send({ type: 'remove', successor: { id: marked('id'), label: marked('label') } })
    await idle()
    const values = page.past().map(({ entries }) => entries.at(-1)?.value)
    expect(values).toEqual(expect.arrayContaining(['recounting', 'replacing', 'reporting']))
    const last = page.past().find(({ entries }) => entries.at(-1)?.value === 'reporting')
    const counts = { rows: 1, parts: 1, at: 1, done: 2, restorable: 1, changed: 1, refused: 1, failed: 1 }
    expect(last?.entries.at(-1)?.context).toEqual(counts)
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are counts of an export, and no row or sentence', async () => {
    const page = openPage()
    let isAnswered = false
    const actor = createActor(
      exportMachine.provide({
        actors: {
          readRows: fromPromise<ExportedFile, Reading>(({ input }) => {
            input.onProgress(1, 2)
            if (!isAnswered) return Promise.reject<ExportedFile>({ sentence: marked('sentence') } satisfies ExportFailure)
            return Promise.resolve({ content: new Blob([marked('row')], { type: marked('type') }), count: 1 })
          }),
        },
      }),
      { inspect: page.inspect },
    ).start()
    for (isAnswered of [false, true]) {
      actor.send({ type: 'read', rows: 'all', columns: 'all', format: 'csv' })
      await idle()
    }
    const [{ entries } = { entries: [] }] = page.past()
    expect(entries.at(-1)).toMatchObject({ value: 'closed', context: { done: 1, total: 2 } })
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are the states of a second factor, and no proof, secret, code, passkey or sentence', async () => {
    const page = openPage()
    const creation = { challenge: marked('challenge'), options: { error: marked('options'), output: marked('options') } }
    const begin = (answer: FactorAnswer) => {
      const actor = createActor(
        factorMachine.provide({
          actors: {
            change: fromPromise<FactorAnswer, { proof: string }>(() => Promise.resolve(answer)),
            confirmApp: fromPromise<FactorAnswer, { code: string }>(() => Promise.resolve({ codes: [marked('code')] })),
            makePasskey: fromPromise<object | null, { options: object | undefined }>(() =>
              Promise.resolve({ id: marked('passkey'), error: marked('passkey'), output: { kind: marked('passkey') } }),
            ),
            addPasskey: fromPromise<FactorAnswer, NewPasskeyBody>(() =>
              Promise.reject<FactorAnswer>({ fields: { name: marked('name'), error: marked('error') } } satisfies FactorRefusal),
            ),
          },
        }),
        { inspect: page.inspect },
      ).start()
      actor.send({ type: 'prove', proof: marked('proof'), name: marked('name') })
      return actor
    }
    const app = begin({ setUp: { secret: marked('secret'), uri: marked('uri') } })
    begin({ creation })
    await idle()
    app.send({ type: 'confirm', code: marked('code') })
    await idle()
    const seen = page.past().map(({ entries }) => entries.map(({ value }) => value))
    expect(seen).toEqual([
      ['proving', 'changing', 'showingSecret', 'confirming', 'showingCodes'],
      ['proving', 'changing', 'makingPasskey', 'addingPasskey', 'proving'],
    ])
    expect(JSON.stringify(page.air.said)).not.toContain(MARK)
  })

  it('are the states of a form, and no value, row, preview or message', async () => {
    const page = openPage()
    const values = { name: marked('name'), error: marked('error'), output: { kind: marked('kind') }, rows: [marked('row')] }
    const row = { id: marked('id'), version: 1, ...values }
    const named = { id: marked('id'), name: marked('plant') }
    const failures: readonly SaveFailure[] = [
      { kind: 'fields', fields: values.output, message: marked('message'), holder: named },
      { kind: 'other', message: marked('message'), requestId: marked('request'), sure: true, missing: true },
      { kind: 'stale', theirs: row },
    ]
    let attempts = 0
    const actor = createActor(
      saveMachine.provide({
        actors: {
          preview: fromPromise<ChangePreview | null, FormEdit>(() =>
            Promise.resolve({ plants: [named], plantsTotal: 1, sensorsTotal: 1, sensorsChanging: 1 }),
          ),
          save: fromPromise<Pick<SaveContext, 'row'>, FormEdit>(() => {
            const failure = failures[attempts++]
            return failure === undefined ? Promise.resolve({ row }) : Promise.reject<Pick<SaveContext, 'row'>>(failure)
          }),
        },
      }),
      { input: { base: values, version: 1 }, inspect: page.inspect },
    ).start()
    actor.send({ type: 'save', typed: values, needsPreview: true })
    await idle()
    actor.send({ type: 'confirm' })
    for (let again = 0; again < 2; again += 1) {
      await idle()
      actor.send({ type: 'save', typed: values, needsPreview: false })
    }
    await idle()
    actor.send({ type: 'saveOver', base: values, typed: values, version: 1 })
    await idle()
    const [{ entries } = { entries: [] }] = page.past()
    const seen = entries.map(({ value }) => value)
    expect(seen).toEqual(expect.arrayContaining(['previewing', 'confirming', 'saving', 'editing.comparing', 'saved']))
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
    actor.send({ type: 'propose', set: { error: marked('set'), output: marked('set') }, needsPreview: false })
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
