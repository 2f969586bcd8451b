import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { exportMachine, type ExportedFile, type ExportFailure, type Reading } from '../../machines/exportMachine'

describe('exportMachine', () => {
  it('starts a new attempt without the last one’s progress and failure, and reads the current choice', async () => {
    const answers: ((answer: ExportedFile | ExportFailure) => void)[] = []
    const chosen: unknown[] = []
    const saved: unknown[] = []
    const actor = createActor(
      exportMachine.provide({
        actors: {
          readRows: fromPromise<ExportedFile, Reading>(({ input: { onProgress, ...choice } }) => {
            chosen.push(choice)
            onProgress(200, 300)
            return new Promise((resolve, reject) => {
              answers.push((answer) => ('sentence' in answer ? reject(answer) : resolve(answer)))
            })
          }),
        },
        actions: { save: (_scope, saving) => void saved.push(saving) },
      }),
    ).start()
    const before: unknown[] = []
    actor.subscribe(({ value, context: { done, failure } }) => value === 'reading' && before.push({ done, failure }))
    actor.send({ type: 'read', rows: 'all', columns: 'all', format: 'csv' })
    answers[0]?.({ sentence: 'Too busy' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.context.failure !== null)
    expect(context).toMatchObject({ done: 200, total: 300, failure: 'Too busy' })
    actor.send({ type: 'read', rows: 'selected', columns: 'visible', format: 'excel' })
    expect(before.at(-2)).toEqual({ done: 0, failure: null })
    const file = { content: new Blob(), count: 1 }
    answers[1]?.(file)
    await waitFor(actor, (snapshot) => snapshot.matches('closed'))
    expect(chosen.at(-1)).toEqual({ rows: 'selected', columns: 'visible', format: 'excel' })
    expect(saved).toEqual([file])
  })
})
