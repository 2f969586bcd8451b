import { describe, expect, it } from 'vitest'
import { seedOf } from '../../.scripts/seed.mjs'
import { seed } from '../support/full'

const noon = (day: number) => Date.UTC(2026, 10, day, 12)

describe('seed of the model-based tests', () => {
  it('is 7 by default', () => {
    expect([seedOf({}, noon(22)), seedOf({ CI: '', MODEL_SEED: '' }, noon(23))]).toEqual([7, 7])
  })

  it('is the chosen one, also in CI', () => {
    expect([seedOf({ MODEL_SEED: '41' }, noon(22)), seedOf({ MODEL_SEED: '41', CI: 'true' }, noon(22))]).toEqual([41, 41])
  })

  it('changes each day in CI, through all from 1 to 60', () => {
    const days = Array.from({ length: 60 }, (_, at) => seedOf({ CI: 'true' }, noon(1 + at)))
    expect(days.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(seedOf({ CI: 'true' }, noon(61))).toBe(days[0])
  })

  it('changes at midnight by UTC and not before', () => {
    const midnight = Date.UTC(2026, 10, 23)
    const [before, after] = [seedOf({ CI: 'true' }, midnight - 1), seedOf({ CI: 'true' }, midnight)]
    expect(before).toBe(seedOf({ CI: 'true' }, noon(22)))
    expect(after).toBe((before % 60) + 1)
  })

  it('is set before the first test, so that all workers use the same', () => {
    expect(process.env['MODEL_SEED']).toBe(String(seed))
  })
})
