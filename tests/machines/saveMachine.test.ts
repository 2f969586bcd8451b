import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { saveMachine, type FormEdit, type SaveContext, type SaveFailure } from '../../machines/saveMachine'

const base = { name: 'Fen', lowest: 15 }
const typed = { name: 'Fen', lowest: 20 }
const theirs = { name: 'Bog', lowest: 15 }

/** Starts the machine of a form at version 1; `answer` ends the save in progress. */
function start() {
  const sent: FormEdit[] = []
  let answer: (failure: SaveFailure | null) => void = () => undefined
  const actor = createActor(
    saveMachine.provide({
      actors: {
        save: fromPromise<Pick<SaveContext, 'row'>, FormEdit>(({ input }) => {
          sent.push(input)
          return new Promise((resolve, reject) => {
            answer = (failure) => (failure === null ? resolve({ row: null }) : reject(failure))
          })
        }),
      },
    }),
    { input: { base, version: 1 } },
  ).start()
  return { actor, sent, answer: (failure: SaveFailure | null) => answer(failure) }
}

describe('saveMachine', () => {
  it('sends the typed values for the version that was read, and over another user’s version only the chosen ones', async () => {
    const { actor, sent, answer } = start()
    actor.send({ type: 'save', typed, needsPreview: false })
    answer({ kind: 'stale', theirs: { id: 'fen', version: 2, ...theirs } })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ editing: 'comparing' }))
    expect(context).toMatchObject({ edit: { base, typed: base, version: 1 }, submitted: typed })
    const chosen = { ...theirs, lowest: 20 }
    actor.send({ type: 'saveOver', base: theirs, typed: chosen, version: 2 })
    expect(sent).toEqual([
      { base, typed, version: 1 },
      { base: theirs, typed: chosen, version: 2 },
    ])
    expect(actor.getSnapshot().context).toMatchObject({ edit: sent[1], round: 1, failure: null })
  })

  it('keeps the failure until the next answer or a new start of the form', async () => {
    const { actor, answer } = start()
    const failure: SaveFailure = { kind: 'other', message: 'Too busy', requestId: '', sure: true, missing: false }
    actor.send({ type: 'save', typed, needsPreview: false })
    answer(failure)
    await waitFor(actor, (snapshot) => snapshot.matches('editing'))
    actor.send({ type: 'save', typed, needsPreview: false })
    expect(actor.getSnapshot().context.failure).toEqual(failure)
    answer(failure)
    await waitFor(actor, (snapshot) => snapshot.matches('editing'))
    actor.send({ type: 'restart', base, typed, version: 1 })
    expect(actor.getSnapshot().context.failure).toBeNull()
  })

  it('clears the failure once the values are saved', async () => {
    const { actor, answer } = start()
    actor.send({ type: 'save', typed, needsPreview: false })
    answer({ kind: 'fields', fields: { name: 'Taken' }, message: 'Taken', holder: null })
    await waitFor(actor, (snapshot) => snapshot.matches('editing'))
    actor.send({ type: 'save', typed, needsPreview: false })
    answer(null)
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('saved'))
    expect(context.failure).toBeNull()
  })
})
