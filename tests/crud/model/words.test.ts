import { describe, expect, it } from 'vitest'
import { counted, durationWords, enumerated, totalWords, withUnit, wordsOf } from '../../../src/crud/model/words'

describe('words', () => {
  it('turn a code into a word of a sentence', () => {
    expect(wordsOf('never_seen')).toBe('Never seen')
    expect(wordsOf('online')).toBe('Online')
  })

  it('use the right form of the noun', () => {
    const nouns = { one: 'gateway', many: 'gateways' }
    expect([0, 1, 1284].map((count) => counted(count, nouns))).toEqual(['0 gateways', '1 gateway', '1,284 gateways'])
  })

  it('say that a capped total has more', () => {
    expect(totalWords({ total: 10_000, totalCapped: true })).toBe('10,000+')
    expect(totalWords({ total: 260, totalCapped: false })).toBe('260')
  })

  it('enumerate', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => enumerated(words))).toEqual(['', 'a', 'a and b', 'a, b and c'])
    expect([enumerated(['a'], 2), enumerated(['a', 'b'], 1286)]).toEqual(['a and 1 more', 'a, b and 1,284 more'])
  })

  it('put the unit behind the number, with a real minus', () => {
    expect(withUnit(-71, 'dBm')).toBe('−71 dBm')
    expect(withUnit(52.5, '°')).toBe('52.5°')
    expect(withUnit(12_400, '')).toBe('12,400')
    expect(withUnit(900, 's')).toBe('15 min')
  })

  it('express a duration in its largest whole unit', () => {
    expect([10, 60, 90, 900, 3600, 5400, 86_400].map(durationWords)).toEqual([
      '10 s',
      '1 min',
      '90 s',
      '15 min',
      '1 h',
      '90 min',
      '24 h',
    ])
  })
})
