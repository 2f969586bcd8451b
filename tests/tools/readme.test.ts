import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { otherCharts } from '../../src/tools/chart/main'
import { mermaidOf, withChart } from '../../src/tools/chart/mermaid'
import { authMachine } from '../../machines/authMachine'
import { nodesOf, transitionsOf } from '../support/session/chart'

const readme = readFileSync(new URL('../../machines/README.md', import.meta.url), 'utf8')
const mermaid = mermaidOf(authMachine)

describe('the chart in machines/README.md', () => {
  it('is up to date; otherwise run `npm run chart`', () => {
    expect(readme, 'The chart in machines/README.md is stale: run `npm run chart`.').toBe(withChart(readme, mermaid))
  })

  it('has an arrow for every transition between two states', () => {
    const ways = nodesOf(authMachine)
      .flatMap(transitionsOf)
      .flatMap(({ source, target }) => (target?.[0] ? [`${source.key} --> ${target[0].key}:`] : []))
    expect([...new Set(ways)].filter((way) => !mermaid.includes(way))).toEqual([])
    const keys = nodesOf(authMachine).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('has a page for those of all other machines', async () => {
    const page = readFileSync(new URL('../../machines/charts.md', import.meta.url), 'utf8')
    expect(page, 'machines/charts.md is stale: run `npm run chart`.').toBe(await otherCharts())
  })

  it('refuses a page without its marks', () => {
    expect(() => withChart('# Frond', mermaid)).toThrow('mark')
  })
})
