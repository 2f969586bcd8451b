import { describe, expect, it } from 'vitest'
import { curves } from '../../src/contract/metrics'
import { isSpan, readChart } from '../../src/telemetry/chart/address'

describe('the address of a chart', () => {
  it.each([
    ['an end before its beginning', 'from=2026-11-20T00:00:00Z&to=2026-11-01T00:00:00Z'],
    ['what is no time', 'from=banana&to=%00'],
    ['one end alone', 'from=2026-11-20T00:00:00Z'],
    ['a year of five digits', 'from=%2B012026-11-20T00:00:00Z&to=%2B012026-11-21T00:00:00Z'],
    ['a year before any sensor', 'from=-271821-04-20T00:00:00Z&to=-271821-04-21T00:00:00Z'],
    ['a range that is none', 'last=99y'],
    ['a look that is none', 'look=hologram'],
    ['a metric that is none', 'metric=<script>'],
    ['a comparison that is none', 'compare=month'],
  ])('is read without it, and known to be misread, when it holds %s', (_, search) => {
    expect(readChart(search, curves)).toEqual({
      state: { metric: null, range: '24h', look: 'chart', compares: false },
      misread: true,
    })
  })

  it.each([
    '',
    'metric=dli',
    'last=24h',
    'last=1h&look=table',
    'compare=week',
    'from=2026-10-25T00:00:00Z&to=2026-10-25T03:00:00Z',
    'other=1',
  ])('is understood when it is “%s”', (search) => {
    expect(readChart(search, curves).misread).toBe(false)
  })

  it('is read without a metric of which the page has no curve', () => {
    const { state, misread } = readChart('metric=dli&last=7d', ['battery', 'soil_ec'])
    expect([state.metric, state.range, misread]).toEqual([null, '7d', true])
  })

  it('takes the usual range of its page for no mistake', () => {
    expect(readChart('last=7d', curves, '7d').misread).toBe(false)
    expect(readChart('', curves, '7d').misread).toBe(false)
  })

  it('spans ten years at most', () => {
    expect(isSpan({ from: Date.UTC(2017, 0, 1), to: Date.UTC(2026, 11, 1) })).toBe(true)
    expect(isSpan({ from: Date.UTC(2010, 0, 1), to: Date.UTC(2026, 11, 1) })).toBe(false)
  })
})
