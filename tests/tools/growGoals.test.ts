import { describe, expect, it } from 'vitest'
import { goalLines } from '../../src/tools/bench/grow/goals'

const percentiles = (p50: number) => ({ p50, p95: 9, p99: 9 })
const read = (title: string, cpu: number | null) => ({
  title,
  clock: percentiles(1),
  cpu: cpu === null ? null : percentiles(cpu),
})

describe('the goals of npm run bench:grow', () => {
  const words = 'dashboard trends, 10,000,000 readings: ms of processor time, goal 5.0:'
  it.each([
    [5, `${words} 5.0, met`],
    [5.2, `${words} 5.2, missed`],
    [null, `${words} not measured`],
  ])('stand beside the median of what was measured: %s', (cpu, line) => {
    expect(goalLines([read('page of sensors', 40), read('dashboard trends', cpu)], 10_000_000)).toEqual([line])
  })
})
