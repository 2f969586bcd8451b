import { describe, expect, it } from 'vitest'
import { MEASURES, type Measure, type Speed } from '../../src/tools/bench/cluster/load'
import { linesOf, missedOf } from '../../src/tools/bench/cluster/report'
import { housesOf } from '../../src/tools/bench/growCluster'

/** Makes the same speed for each measure, except those given. */
function speedOf(perSecond: number, cpu: number, others: Partial<Record<Measure, Speed>> = {}) {
  return {
    ...(Object.fromEntries(MEASURES.map((measure) => [measure, { perSecond, cpu }])) as Record<Measure, Speed>),
    ...others,
  }
}

describe('npm run bench:grow -- --cluster', () => {
  it('has a size for each number of readings, and refuses invalid numbers with a sentence', () => {
    expect(housesOf('1000000,10000000')).toEqual([
      { gateways: 100, sensors: 1000, datapoints: 1_000_000 },
      { gateways: 1000, sensors: 10_000, datapoints: 10_000_000 },
    ])
    expect(() => housesOf('1000000,many')).toThrow('--readings must be whole numbers of 100,000 or more, not many')
    expect(() => housesOf('5000')).toThrow('not 5000')
  })

  it('prints shares of one PostgreSQL, processor time, growth, and which goals were reached', () => {
    const large = new Map([
      ['PostgreSQL', speedOf(1000, 2)],
      ['3 processes', speedOf(2300, 2)],
      ['Citus, 2 workers', speedOf(500, 5, { ingest: { perSecond: 650, cpu: 5 } })],
    ])
    const sizes = [
      { readings: 1_000_000, speeds: new Map([...large].map(([name]) => [name, speedOf(2000, 1)])) },
      { readings: 10_000_000, speeds: large },
    ]
    const lines = linesOf(sizes)
    const after = (heading: string, row: string) => lines.slice(lines.indexOf(heading)).find((line) => line.startsWith(row))
    expect(after('\n10,000,000 readings: the same as a share of PostgreSQL', 'Citus')).toMatch(/ 0\.50 +0\.50 +0\.50 +0\.65$/)
    expect(after('\n10,000,000 readings: processor time as a multiple of that of PostgreSQL', 'Citus')).toMatch(/ 2\.50$/)
    expect(after('\nfrom 1,000,000 to 10,000,000 readings, processor time grows by', 'PostgreSQL')).toMatch(/ 2\.00$/)
    expect(lines.slice(-3)).toEqual([
      '3 processes, page of sensors: 2.30, goal 2.20: reached',
      'Citus, 2 workers, curve of a day, usual sensor: 0.50, goal 0.67: not reached',
      'Citus, 2 workers, ingest: 0.65, goal 0.60: reached',
    ])
    expect(missedOf(sizes)).toEqual(['Citus, 2 workers, curve of a day, usual sensor'])
  })

  it('prints no processor time when a part runs on another machine, and no growth for a single size', () => {
    const lines = linesOf([{ readings: 1_000_000, speeds: new Map([['PostgreSQL', speedOf(1000, 0)]]) }])
    expect(lines.join('\n')).not.toMatch(/processor time|from /)
  })
})
