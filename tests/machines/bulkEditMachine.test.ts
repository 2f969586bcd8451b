import { describe, expect, it } from 'vitest'
import { initialTransition, transition, type EventFromLogic } from 'xstate'
import { bulkEditMachine } from '../../machines/bulkEditMachine'
import { done, failed } from '../model/flow'

const [one, two] = [{ ids: ['one'] }, { ids: ['two'] }]
const changedOne = { done: 1, changed: [{ id: 'one', version: 2, before: { model: 'Lux 1' } }], failed: [] }
const refusedOne = { done: 0, changed: [], failed: [{ id: 'one', message: 'No', code: 'invalid' }] }
const begin = [
  { type: 'propose', set: { model: 'Lux 2' }, needsPreview: false },
  { type: 'run', parts: [one, two] },
]

function after(...events: readonly object[]) {
  let [snapshot] = initialTransition(bulkEditMachine)
  for (const event of events) [snapshot] = transition(bulkEditMachine, snapshot, event as EventFromLogic<typeof bulkEditMachine>)
  return snapshot
}

describe('bulkEditMachine', () => {
  it('continues with the unanswered part, and does not start over', () => {
    const goingOn = { type: 'run', parts: [one, two] }
    const snapshot = after(...begin, done('changePart', changedOne), failed('changePart', 'no answer'), goingOn)
    expect(snapshot.matches('running')).toBe(true)
    expect(snapshot.context).toMatchObject({ parts: [two], done: 1 })
  })

  it('reports the rows that were refused before a part got no answer', () => {
    const [, goingOn] = begin
    const answers = [
      done('changePart', refusedOne),
      failed('changePart', 'no answer'),
      goingOn ?? {},
      done('changePart', changedOne),
    ]
    expect(after(...begin, ...answers).context.refused).toEqual(refusedOne.failed)
  })

  it('gives all rows the values that the user proposes after a part got no answer', () => {
    const other = [
      { type: 'back' },
      { type: 'propose', set: { serial: 'S' }, needsPreview: false },
      { type: 'run', parts: [one, two] },
    ]
    const snapshot = after(...begin, done('changePart', changedOne), failed('changePart', 'no answer'), ...other)
    expect(snapshot.context).toMatchObject({ parts: [one, two], done: 0 })
  })

  it('restores the first values of a row that it changed twice', () => {
    const other = [
      { type: 'back' },
      { type: 'propose', set: { serial: 'S' }, needsPreview: false },
      { type: 'run', parts: [one, two] },
    ]
    const again = { done: 1, changed: [{ id: 'one', version: 3, before: { model: 'Lux 2', serial: null } }], failed: [] }
    const snapshot = after(
      ...begin,
      done('changePart', changedOne),
      failed('changePart', 'no answer'),
      ...other,
      done('changePart', again),
    )
    expect(snapshot.context.changed).toEqual([{ id: 'one', version: 3, before: { model: 'Lux 1', serial: null } }])
  })
})
