import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transition } from 'xstate'
import {
  missingFor,
  moved,
  movesFrom,
  plantRequestMachine,
  type PlantRequestEvent,
  type PlantRequestMove,
} from '../../machines/plantRequestMachine'
import { openStatuses, plantRequestStatuses, type PlantRequestStatus } from '../../src/contract/plantRequests'
import { nodesOf } from '../support/session/chart'

const id = '01890000-0000-7000-8000-000000000001'
const complete = { scientificName: 'Alocasia cuprea', humidityGroupId: id, temperatureGroupId: id, lightGroupId: id }
const reject = { type: 'reject', reason: 'unverifiable', note: null, plantId: null } as const

/** Every event with a valid payload, and where it leads from each status. */
const whole: readonly PlantRequestEvent[] = [
  { type: 'review' },
  { type: 'approve' },
  { type: 'publish', draft: complete },
  reject,
]
const legal: Readonly<Record<PlantRequestStatus, Partial<Record<PlantRequestMove, PlantRequestStatus>>>> = {
  requested: { review: 'in_review', reject: 'rejected' },
  in_review: { approve: 'approved', reject: 'rejected' },
  approved: { publish: 'published', reject: 'rejected' },
  published: {},
  rejected: { review: 'in_review' },
}

describe('plantRequestMachine, as a chart', () => {
  it('has the contract’s statuses', () => {
    const [root, ...nodes] = nodesOf(plantRequestMachine)
    expect(nodes.map(({ key }) => key).toSorted()).toEqual(plantRequestStatuses.toSorted())
    expect(root?.initial?.target.map(({ key }) => key)).toEqual(['requested'])
  })
})

describe('moved', () => {
  const all = plantRequestStatuses.flatMap((from) => whole.map((event) => ({ from, event, to: legal[from][event.type] ?? null })))

  it.each(all)('from $from by $event.type leads to $to', ({ from, event, to }) => {
    expect(moved(from, event)).toBe(to)
  })

  it('ignores an unknown event', () => {
    for (const from of plantRequestStatuses) {
      const before = plantRequestMachine.resolveState({ value: from })
      const [after, effects] = transition(plantRequestMachine, before, { type: 'delete' } as never)
      expect([after.value, effects]).toEqual([from, []])
    }
  })

  it.each([
    ['no reason', { ...reject, reason: null }],
    ['another reason without a word on it', { ...reject, reason: 'other', note: '  ' }],
    ['a duplicate of nothing', { ...reject, reason: 'duplicate' }],
  ] as const)('rejects nothing for %s', (_what, event) => {
    for (const from of openStatuses) expect(moved(from, event)).toBeNull()
  })

  it.each([
    ['another reason with a note', { ...reject, reason: 'other', note: 'A lichen' }],
    ['a duplicate of a plant', { ...reject, reason: 'duplicate', plantId: id }],
  ] as const)('rejects for %s', (_what, event) => {
    for (const from of openStatuses) expect(moved(from, event)).toBe('rejected')
  })

  it.each(Object.keys(complete))('publishes nothing without %s', (field) => {
    for (const nothing of [undefined, null, '']) {
      const draft = { ...complete, [field]: nothing }
      expect(moved('approved', { type: 'publish', draft })).toBeNull()
      expect(missingFor(draft)).toEqual([field])
    }
  })
})

describe('movesFrom', () => {
  it.each(plantRequestStatuses)('lists exactly the possible moves from %s', (from) => {
    expect(movesFrom(from).toSorted()).toEqual(Object.keys(legal[from]).toSorted())
  })

  it('has no moves only when it is published', () => {
    expect(plantRequestStatuses.filter((status) => movesFrom(status).length === 0)).toEqual(['published'])
  })
})

describe('any walk', () => {
  it('reaches published only by in_review and approved, and never leaves it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...whole), { maxLength: 12 }), (events) => {
        const path: PlantRequestStatus[] = ['requested']
        for (const event of events) {
          const to = moved(path.at(-1) ?? 'requested', event)
          if (to !== null) path.push(to)
        }
        const at = path.indexOf('published')
        if (at === -1) return
        expect(path.slice(at - 2)).toEqual(['in_review', 'approved', 'published'])
      }),
    )
  })
})
