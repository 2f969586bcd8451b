import { describe, expect, it } from 'vitest'
import { initialTransition, transition, type EventFromLogic } from 'xstate'
import { bulkEditMachine } from '../../machines/bulkEditMachine'
import { done, failed } from '../model/flow'

const [one, two] = [{ ids: ['one'] }, { ids: ['two'] }]
const changed = { done: 1, changed: [], failed: [] }
const events = [
  { type: 'propose', set: {}, foresee: false },
  { type: 'run', parts: [one, two] },
  done('changePart', changed),
  failed('changePart', 'no answer'),
  { type: 'run', parts: [one, two] },
] as unknown as readonly EventFromLogic<typeof bulkEditMachine>[]

describe('bulkEditMachine', () => {
  it('goes on with the part that was not answered, and does not begin again', () => {
    let [snapshot] = initialTransition(bulkEditMachine)
    for (const event of events) [snapshot] = transition(bulkEditMachine, snapshot, event)
    expect(snapshot.matches('running')).toBe(true)
    expect(snapshot.context).toMatchObject({ parts: [two], done: 1 })
  })
})
