import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { exportMachine, type ExportedRow, type ExportFailure, type Reading } from '../../machines/exportMachine'

describe('exportMachine', () => {
  it('begins a new attempt without the progress and the failure of the last one, and saves the chosen columns', async () => {
    const answers: ((rows: readonly ExportedRow[] | ExportFailure) => void)[] = []
    const saved: unknown[] = []
    const actor = createActor(
      exportMachine.provide({
        actors: {
          readRows: fromPromise<readonly ExportedRow[], Reading>(({ input }) => {
            input.onProgress(200, 300)
            return new Promise((resolve, reject) => {
              answers.push((answer) => ('sentence' in answer ? reject(answer) : resolve(answer)))
            })
          }),
        },
        actions: { save: (_scope, content) => void saved.push(content) },
      }),
    ).start()
    const before: unknown[] = []
    actor.subscribe(({ value, context: { done, failure } }) => value === 'reading' && before.push({ done, failure }))
    actor.send({ type: 'read', rows: 'all', columns: 'all' })
    answers[0]?.({ sentence: 'Too busy' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.context.failure !== null)
    expect(context).toMatchObject({ done: 200, total: 300, failure: 'Too busy' })
    actor.send({ type: 'read', rows: 'selected', columns: 'visible' })
    expect(before.at(-2)).toEqual({ done: 0, failure: null })
    const rows = [{ id: 'moss', version: 1 }]
    answers[1]?.(rows)
    await waitFor(actor, (snapshot) => snapshot.matches('closed'))
    expect(saved).toEqual([{ rows, columns: 'visible' }])
  })
})
