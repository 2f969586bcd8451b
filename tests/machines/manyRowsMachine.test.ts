import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  manyRowsMachine,
  type FailedRow,
  type ManyRowsCall,
  type ManyRowsContext,
  type ManyRowsOutcome,
  type ManyRowsResult,
} from '../../machines/manyRowsMachine'

const successor = { id: 'average', label: 'Average' }
const [first, second, third] = [{ ids: ['fern', 'moss'] }, { ids: ['sage'] }, { ids: ['tree'] }]
const none: ManyRowsOutcome = { done: 0, failed: [] }
const refused = (id: string) => ({ id, code: 'in_use', message: 'It is in use' })

/** Runs the machine until it asks, with these answers to its calls, one after the other. */
async function begin(answers: readonly (ManyRowsOutcome | Promise<ManyRowsOutcome>)[]) {
  const calls: ManyRowsCall[] = []
  const announced: ManyRowsResult[] = []
  const actor = createActor(
    manyRowsMachine.provide({
      actors: {
        preview: fromPromise<ManyRowsContext['preview'], { count: number }>(() => Promise.resolve(null)),
        act: fromPromise<ManyRowsOutcome, ManyRowsCall>(({ input }) => {
          calls.push(input)
          return Promise.resolve(answers[calls.length - 1] ?? none)
        }),
        nameRows: fromPromise<readonly FailedRow[], Pick<ManyRowsContext, 'refused' | 'rows'>>(({ input }) =>
          Promise.resolve(input.refused.map(({ id, message }) => ({ row: { id, version: 1 }, message }))),
        ),
      },
      actions: { announce: (_scope, result) => void announced.push(result) },
    }),
    { input: { count: 4, rows: [] } },
  ).start()
  const arrives = (state: 'confirming' | 'recounting' | 'reporting' | 'closed') =>
    waitFor(actor, (snapshot) => snapshot.matches(state))
  await arrives('confirming')
  return { actor, arrives, calls, announced }
}

describe('manyRowsMachine', () => {
  it('tries only the failed rows again, with the same successor, and announces the rows of all attempts', async () => {
    const change = { id: 'moss', version: 2, before: { note: null } }
    const { actor, arrives, calls, announced } = await begin([
      { done: 1, restorable: ['fern'], failed: [refused('moss')] },
      { done: 1, restorable: ['moss'], changed: [change], failed: [] },
    ])
    actor.send({ type: 'confirm', parts: [first], successor })
    await arrives('reporting')
    actor.send({ type: 'retry', parts: [{ ids: ['moss'] }] })
    await arrives('closed')
    expect(calls).toEqual([
      { part: first, successor },
      { part: { ids: ['moss'] }, successor },
    ])
    expect(announced).toEqual([{ done: 2, left: 0, unknown: 0, restorable: ['fern', 'moss'], changed: [change], successor }])
  })

  it.each([
    [true, 'Out for lunch.'],
    [false, 'It is not known whether this was done. Out for lunch.'],
  ])('sends no further part after one that failed (refused: %s), and reports the rows of both', async (sure, reason) => {
    const { actor, arrives, calls } = await begin([
      { done: 1, failed: [refused('moss')] },
      Promise.reject<ManyRowsOutcome>({ message: 'Out for lunch.', sure, recounted: false }),
    ])
    actor.send({ type: 'confirm', parts: [first, second, third], successor: null })
    const { context } = await arrives('reporting')
    expect(calls.map(({ part }) => part)).toEqual([first, second])
    expect(context.failed.map(({ row, message }) => [row.id, message])).toEqual([
      ['moss', 'It is in use'],
      ['sage', reason],
      ['tree', 'Not sent.'],
    ])
    expect(context.unknown).toBe(sure ? 0 : 1)
  })

  it.each([
    ['of the first part', [first, second], 2],
    ['for all that match', [{ filter: {}, expectedCount: 4 }], 4],
  ])('does not know whether anything was done after a lost answer %s, until it has one', async (_which, parts, unknown) => {
    const lost = { message: 'Out for lunch.', sure: false, recounted: false }
    const { actor, arrives, announced } = await begin([
      Promise.reject<ManyRowsOutcome>(lost),
      Promise.reject<ManyRowsOutcome>({ message: 'Too busy.', sure: true, recounted: false }),
    ])
    const words = 'Try again: no row is changed twice.'
    for (const message of ['Out for lunch.', 'Too busy.']) {
      actor.send({ type: 'confirm', parts, successor: null })
      const { context } = await arrives('confirming')
      expect(context).toMatchObject({ failure: `It is not known whether this was done. ${message} ${words}`, unknown })
    }
    actor.send({ type: 'close' })
    expect(announced).toMatchObject([{ done: 0, unknown }])
  })

  it('knows that nothing was done when the answer is that another number matches', async () => {
    const { actor, arrives } = await begin([
      Promise.reject<ManyRowsOutcome>({ message: 'Out for lunch.', sure: false, recounted: false }),
      Promise.reject<ManyRowsOutcome>({ message: '3 match now.', sure: true, recounted: true }),
    ])
    for (const state of ['confirming', 'recounting'] as const) {
      actor.send({ type: 'confirm', parts: [{ filter: {}, expectedCount: 4 }], successor: null })
      await arrives(state)
    }
    expect(actor.getSnapshot().context).toMatchObject({ failure: '3 match now.', unknown: 0 })
  })

  it('asks again when the first part is refused', async () => {
    const { actor, arrives } = await begin([
      Promise.reject<ManyRowsOutcome>({ message: 'Out for lunch.', sure: true, recounted: false }),
    ])
    actor.send({ type: 'confirm', parts: [first, second], successor: null })
    const { context } = await arrives('confirming')
    expect(context).toMatchObject({ failure: 'Out for lunch.', failed: [] })
  })

  it('sends no part after Stop, and announces what is done by then and what is left', async () => {
    const { actor, arrives, calls, announced } = await begin([{ done: 2, failed: [] }])
    actor.send({ type: 'confirm', parts: [first, second, third], successor: null })
    actor.send({ type: 'stop' })
    await arrives('closed')
    expect(calls.map(({ part }) => part)).toEqual([first])
    expect(announced).toMatchObject([{ done: 2, left: 2 }])
  })
})
