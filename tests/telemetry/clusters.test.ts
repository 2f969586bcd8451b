import { describe, expect, it } from 'vitest'
import { clustersOf } from '../../src/telemetry/map/clusters'

describe('clusters on a map', () => {
  it('join items within their reach at the centre, and leave the rest separate', () => {
    const clusters = clustersOf(
      [
        { x: 10, y: 10 },
        { x: 30, y: 20 },
        { x: 44, y: 10 },
        { x: 200, y: 90 },
      ],
      34,
    )
    expect(clusters).toEqual([
      {
        items: [
          { x: 10, y: 10 },
          { x: 30, y: 20 },
        ],
        x: 20,
        y: 15,
      },
      { items: [{ x: 44, y: 10 }], x: 44, y: 10 },
      { items: [{ x: 200, y: 90 }], x: 200, y: 90 },
    ])
  })

  it.each([
    ['beside', { x: 36, y: 10 }],
    ['below', { x: 33, y: 36 }],
    ['diagonally', { x: 36, y: 36 }],
    ['before', { x: 33, y: -2 }],
  ])('join across the edge of a cell of the grid: %s', (_where, other) => {
    expect(clustersOf([{ x: 33, y: 10 }, other], 34)).toHaveLength(1)
  })

  it('contain every item once', () => {
    const items = Array.from({ length: 2000 }, (_, n) => ({ n, x: (n * 7919) % 560, y: (n * 104_729) % 280 }))
    const clusters = clustersOf(items, 34)
    expect(clusters.flatMap((cluster) => cluster.items.map(({ n }) => n)).sort((a, b) => a - b)).toEqual(items.map(({ n }) => n))
    const firsts = clusters.flatMap((cluster) => cluster.items.slice(0, 1))
    const distances = firsts.flatMap((one, at) =>
      firsts.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    )
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(34)
  })
})
