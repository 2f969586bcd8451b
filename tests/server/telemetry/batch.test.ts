// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { describe, expect, it } from 'vitest'
import { metricRules, metrics } from '../../../src/contract/metrics'
import { ingesting } from '../../support/rows/ingesting'

const { gateway, sensor, ago, reading, shownSensor, countOf } = ingesting()

describe('a reading', () => {
  it.each([
    ['no object', 7, 'malformed'],
    ['a field too many', { note: 'x' }, 'malformed'],
    ['an unknown metric', { metric: 'noise' }, 'unknown_metric'],
    ['a metric of every object', { metric: 'toString' }, 'unknown_metric'],
    ['a value in words', { value: '31' }, 'malformed'],
    ['a value below the possible', { value: -0.1 }, 'out_of_bounds'],
    ['a value above the possible', { value: 100.1 }, 'out_of_bounds'],
    ['no time', { measuredAt: null }, 'malformed'],
    ['a time without its zone', { measuredAt: '2026-11-20T08:15:00' }, 'malformed'],
    ['a day that no calendar has', { measuredAt: '2026-02-30T08:15:00Z' }, 'malformed'],
    ['a sensor without a name', { sensorEui: 3 }, 'malformed'],
    ['a name that cannot be stored', { sensorEui: 'A84041FFFF\0' }, 'malformed'],
    ['a sensor that nobody registered', { sensorEui: 'A84041FFFFABCDEF' }, 'unknown_sensor'],
  ])('is refused by itself, and the others are stored, when it has %s', async (_what, changes, code) => {
    const wrong = typeof changes === 'object' ? reading(changes) : changes
    const { body } = await gateway.post({ datapoints: [reading(), wrong, reading({ measuredAt: ago(99) })] })

    expect(body.result).toMatchObject({ stored: 2, refused: [{ index: 1, code }] })
    expect(body.result.refused[0]?.message.length).toBeGreaterThan(10)
    expect(await countOf()).toEqual({ rows: 2, counted: 2 })
  })

  it('is refused when it is dated more than five minutes ahead', async () => {
    const { body } = await gateway.post({ datapoints: [reading({ measuredAt: ago(-299) }), reading({ measuredAt: ago(-301) })] })
    expect(body.result).toMatchObject({ stored: 1, refused: [{ index: 1, code: 'ahead' }] })
    // A clock that is ahead does not put the sensor's last report in the future.
    expect(Date.parse(String((await shownSensor()).lastSeenAt))).toBeLessThanOrEqual(Date.now())
  })

  it('is refused when it is older than the retention of readings', async () => {
    const day = 86_400
    const { body } = await gateway.post({
      datapoints: [reading({ measuredAt: ago(399 * day) }), reading({ measuredAt: ago(401 * day) })],
    })
    expect(body.result).toMatchObject({ stored: 1, refused: [{ index: 1, code: 'too_old' }] })
  })

  it.each(metrics.map((metric) => [metric, metricRules[metric]] as const))(
    'of %s is stored at both ends of what is possible',
    async (metric, { min, max }) => {
      const { body } = await gateway.post({
        datapoints: [reading({ metric, value: min }), reading({ metric, value: max, measuredAt: ago(60) })],
      })
      expect(body.result.stored).toBe(2)
    },
  )

  it('finds its sensor by an EUI in any usual form', async () => {
    const forms = [sensor.eui.toLowerCase(), sensor.eui.replace(/(..)(?!$)/g, '$1:'), sensor.eui.replace(/(..)(?!$)/g, '$1-')]
    const { body } = await gateway.post({
      datapoints: forms.map((sensorEui, at) => reading({ sensorEui, measuredAt: ago(at + 1) })),
    })
    expect(body.result).toMatchObject({ stored: 3, refused: [] })
  })
})
