import { describe, expect, it } from 'vitest'
import { grouped, withDecimalPoint } from '../../../src/ui/text/numberWords'

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

describe('a decimal comma', () => {
  it.each([
    ['5,5', '5.5'],
    ['−0,125', '−0.125'],
    ['+12,3456', '+12.3456'],
    [',5', '.5'],
    ['1,5e-7', '1.5e-7'],
    ['5,', '5.'],
    ['5.5', '5.5'],
    ['1,200', '1,200'],
    ['−1,200', '−1,200'],
    ['1,200,000', '1,200,000'],
    ['1.200,5', '1.200,5'],
    ['a,b', 'a,b'],
  ])('in %j is read as %j', (text, written) => {
    expect(withDecimalPoint(text)).toBe(written)
  })

  it('is one also before three digits where the caller knows it', () => {
    expect(withDecimalPoint('47,376', true)).toBe('47.376')
  })
})
