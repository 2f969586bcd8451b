import { describe, expect, it } from 'vitest'
import { grouped } from '../../../src/ui/text/numberWords'

describe('a number in words', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1284, '1,284'],
    [12_000_000, '12,000,000'],
  ])('groups the digits of %i', (number, words) => {
    expect(grouped(number)).toBe(words)
  })
})
