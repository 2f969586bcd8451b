import { describe, expect, it } from 'vitest'
import { axisLabels, axisWidth, isBandShown, rangeOf } from '../../src/telemetry/chart/scale'

describe('the axis of a curve’s values', () => {
  it('fits its longest label, and has a common width for short labels', () => {
    expect(axisWidth(['10', '20'])).toBe(axisWidth(null))
    expect(axisWidth(['0', '100,000', '200,000'])).toBeGreaterThan(7 * 7 + 15)
  })

  it('has as many decimals in each label as the finest one', () => {
    expect(axisLabels([19, 19.5, 20])).toEqual(['19.0', '19.5', '20.0'])
    expect(axisLabels([-0.5, 0, 0.25])).toEqual(['−0.50', '0.00', '0.25'])
    expect(axisLabels([0, 1000, 2000])).toEqual(['0', '1,000', '2,000'])
  })

  it('has a margin around the values, and never goes below zero for values that cannot be negative', () => {
    expect(rangeOf(10, 20, null)).toEqual([9.2, 20.8])
    expect(rangeOf(0, 50, null)).toEqual([0, 54])
    expect(rangeOf(-5, 5, null)).toEqual([-5.8, 5.8])
  })

  it('can be read when all values are the same', () => {
    expect(rangeOf(20, 20, null)).toEqual([19, 21])
    expect(rangeOf(0, 0, null)).toEqual([0, 0.5])
    expect(rangeOf(10.174, 10.1740001, null)[1]).toBeCloseTo(10.68, 2)
  })

  it('includes the edge of the target range when it is near, and not when it is far', () => {
    expect(rangeOf(20, 30, { min: 15, max: 60 })).toEqual([13.8, 31.2])
    expect(rangeOf(20, 21, { min: 8, max: 32 })).toEqual([19.92, 21.08])
  })

  it('includes a more distant edge when every value lies beyond the target range', () => {
    expect(rangeOf(10.2, 10.2, { min: 4, max: 8 })[0]).toBeLessThan(8)
    expect(rangeOf(19_999, 19_999, { min: 500, max: 1400 })[0]).toBeGreaterThan(1400)
  })

  it('shows the part of the target range that it reaches, also when it lies within it or one side is open', () => {
    expect(isBandShown([20, 30], { min: 15, max: 60 })).toBe(true)
    expect(isBandShown([41, 41.5], { min: 20, max: 60 })).toBe(true)
    expect(isBandShown([21, 20], { min: 8, max: null })).toBe(true)
    expect(isBandShown([20, 21], { min: 80, max: null })).toBe(false)
    expect(isBandShown([90, 91], { min: 1, max: 3 })).toBe(false)
  })
})
