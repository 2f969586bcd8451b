import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { assignMachine, type AssignFailure } from '../../../machines/assignMachine'
import {
  manyRowsMachine,
  type FailedRow,
  type ManyRowsCall,
  type ManyRowsContext,
  type ManyRowsOutcome,
} from '../../../machines/manyRowsMachine'
import { removalMachine, type RemovalFailure, type Successor } from '../../../machines/removalMachine'
import type { AssignBody, AssignOutcome } from '../../../src/contract/firmwareCalls'
import type { BulkFailure } from '../../../src/contract/bulk'
import { idle } from '../../support/session/virtualClock'
import { MARK, marked, openPage } from './page'

describe('the redacted steps of actions on many rows', () => {
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
    const change = { id: marked('id'), version: 1, before: { note: marked('before') }, after: { note: marked('after') } }
    const machine = manyRowsMachine.provide({
      actors: {
        preview: fromPromise<ManyRowsContext['preview'], { count: number }>(({ input: { count } }) =>
          count === 9
            ? Promise.reject<ManyRowsContext['preview']>({ message, sure: true, recounted: true })
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
})
