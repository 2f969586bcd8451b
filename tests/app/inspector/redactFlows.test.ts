import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { exportMachine, type ExportedFile, type ExportFailure, type Reading } from '../../../machines/exportMachine'
import { factorMachine, type FactorAnswer, type FactorRefusal } from '../../../machines/factorMachine'
import { importMachine, type Opening, type Run, type Source, type Tally } from '../../../machines/importMachine'
import { saveMachine, type FormEdit, type SaveContext, type SaveFailure } from '../../../machines/saveMachine'
import { uploadMachine, type Sending, type UploadFailure } from '../../../machines/uploadMachine'
import type { NewPasskeyBody } from '../../../src/contract/factors'
import type { ChangePreview } from '../../../src/contract/preview'
import { idle } from '../../support/session/virtualClock'
import { MARK, marked, openPage } from './page'

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
