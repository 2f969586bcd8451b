import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  bulkRemovalMachine,
  type BulkRemovalAttempt,
  type BulkRemovalContext,
  type BulkRemovalOutcome,
} from '../../machines/bulkRemovalMachine'

const successor = { id: 'average', label: 'Average' }
const failed = [{ row: { id: 'moss', version: 1 }, message: 'It is in use' }]

describe('bulkRemovalMachine', () => {
  it('tries only the failed rows again, with the same successor, and announces the rows of all attempts', async () => {
    const answers: readonly BulkRemovalOutcome[] = [
      { done: 2, restorable: ['fern'], failed },
      { done: 1, restorable: ['moss'], failed: [] },
    ]
    const attempts: BulkRemovalAttempt[] = []
    const announced: Partial<BulkRemovalContext>[] = []
    const actor = createActor(
      bulkRemovalMachine.provide({
        actors: {
          remove: fromPromise<BulkRemovalOutcome, BulkRemovalAttempt>(({ input }) => {
            attempts.push(input)
            return Promise.resolve(answers[attempts.length - 1] ?? { done: 0, restorable: [], failed: [] })
          }),
        },
        actions: { announce: (_scope, result) => void announced.push(result) },
      }),
    ).start()
    actor.send({ type: 'remove', successor })
    await waitFor(actor, (snapshot) => snapshot.matches('reporting'))
    actor.send({ type: 'retry' })
    await waitFor(actor, (snapshot) => snapshot.matches('closed'))
    expect(attempts).toEqual([
      { failed: [], successor },
      { failed, successor },
    ])
    expect(announced).toEqual([{ done: 3, restorable: ['fern', 'moss'], successor }])
  })
})
