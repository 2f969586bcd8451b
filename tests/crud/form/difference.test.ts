import { describe, expect, it } from 'vitest'
import { differences, merged } from '../../../src/crud/form/difference'

const base = { name: 'Attic', tags: ['roof'], interval: 30, note: null }

describe('differences', () => {
  it('keeps a change that only one of the two users made', () => {
    const mine = { ...base, name: 'Loft' }
    const theirs = { ...base, interval: 60 }
    expect(differences(base, mine, theirs)).toEqual([
      { name: 'name', mine: 'Loft', theirs: 'Attic', keep: 'mine' },
      { name: 'interval', mine: 30, theirs: 60, keep: 'theirs' },
    ])
  })

  it('prefers the user’s own value when both changed a field', () => {
    const found = differences(base, { ...base, tags: ['a'] }, { ...base, tags: ['b'] })
    expect(found).toEqual([{ name: 'tags', mine: ['a'], theirs: ['b'], keep: 'mine' }])
  })

  it('is empty when both values are equal, also for lists', () => {
    expect(differences(base, { ...base, tags: ['x', 'y'] }, { ...base, tags: ['x', 'y'] })).toEqual([])
  })
})

describe('the parts of an object', () => {
  const care = (watering: string, soil: string) => ({ care: { watering, soil } })

  it('are compared and chosen one by one', () => {
    const [mine, theirs] = [care('daily', 'lean'), care('weekly', 'rich')]
    expect(differences(care('weekly', 'lean'), mine, theirs)).toEqual([
      { name: 'care.watering', mine: 'daily', theirs: 'weekly', keep: 'mine' },
      { name: 'care.soil', mine: 'lean', theirs: 'rich', keep: 'theirs' },
    ])
    expect(merged(mine, theirs, { 'care.watering': 'mine', 'care.soil': 'theirs' })).toEqual(care('daily', 'rich'))
  })
})

describe('merged', () => {
  it('takes each field from the chosen side, by default the saved one', () => {
    const mine = { name: 'Loft', interval: 45, note: 'mine' }
    const theirs = { name: 'Attic', interval: 60, note: null }
    expect(merged(mine, theirs, { name: 'mine', interval: 'theirs' })).toEqual({ name: 'Loft', interval: 60, note: null })
  })
})
