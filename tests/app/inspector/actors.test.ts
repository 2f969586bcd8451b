import { describe, expect, it } from 'vitest'
import { applyMessage, type SeenActor } from '../../../src/app/inspector/actors'
import type { Entry, InspectorMessage } from '../../../src/app/inspector/messages'

const entry: Entry = { n: 0, at: 1, event: '', data: {}, transitions: [], value: 'idle', context: {}, isOver: false }
const steps = (page: string, rootId: string, openedAt: number): InspectorMessage => ({
  type: 'steps',
  actor: { id: page + rootId, machine: 'any', page, title: page, openedAt, listens: false },
  entries: [entry],
})
const learnt = (messages: readonly InspectorMessage[]) =>
  messages.reduce<readonly SeenActor[]>((known, message) => applyMessage(known, 1, message), []).map(({ id }) => id)

describe('the actors that the inspector knows', () => {
  it('are ordered by the newest page and, within a page, by their start, whichever is reported first', () => {
    const messages = [steps('old', 'x:7', 1), steps('new', 'x:12', 2), steps('new', 'x:3', 2), steps('old', 'x:0', 1)]
    expect(learnt(messages)).toEqual(['newx:3', 'newx:12', 'oldx:0', 'oldx:7'])
    expect(learnt(messages.toReversed())).toEqual(learnt(messages))
  })
})
