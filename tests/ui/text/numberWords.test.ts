import { describe, expect, it } from 'vitest'
import { grouped } from '../../../src/ui/text/numberWords'

describe('a number in words', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1284, '1,284'],
    [12_000_000, '12,000,000'],
    [-284, '−284'],
    [-1284, '−1,284'],
    [1234.5, '1,234.5'],
    [-0.123_456_7, '−0.123457'],
    [1234.567_891_2, '1,234.567891'],
    [1e-9, '0'],
  ])('groups the digits of %d, and shows no more than six decimals', (number, words) => {
    expect(grouped(number)).toBe(words)
  })
})
