import { describe, expect, it } from 'vitest'
import { applyMessage, type SeenActor } from '../../../src/app/inspector/actors'
import { ACTORS_MAX, type Entry, type InspectorMessage } from '../../../src/app/inspector/messages'

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

  it('are of one page, beyond as many as its recorder stores, only those that it still reports', () => {
    const started = (known: readonly SeenActor[], n: number, at: number) => applyMessage(known, at, steps('page', `x:${n}`, 1))
    const rows = Array.from({ length: ACTORS_MAX + 2 }, (_, n) => n)
    const full = rows.reduce((known, n) => started(known, n, 0), applyMessage([], 0, steps('closed', 'x:1', 0)))
    expect(full).toHaveLength(ACTORS_MAX + 3)

    // The page's next polls report all but x:1 and x:3.
    const polled = rows.filter((n) => n !== 1 && n !== 3).reduce((known, n) => started(known, n, 10_000), full)
    const ids = started(polled, 99, 10_000).map(({ id }) => id)
    expect(ids).toEqual([...rows.filter((n) => n !== 1 && n !== 3), 99].map((n) => `pagex:${n}`).concat('closedx:1'))
  })
})
