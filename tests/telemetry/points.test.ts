import { afterEach, describe, expect, it, vi } from 'vitest'
import { curves } from '../../src/contract/metrics'
import type { LatestReading } from '../../src/contract/readings'
import { readChart, writeChart } from '../../src/telemetry/chart/address'
import { inputOf, momentOfInput } from '../../src/ui/form/dateInput'
import {
  columnsOf,
  curvesOf,
  gapOf,
  indexOfMoment,
  isolatedPoints,
  pointTimeWords,
  stepWords,
  zoneOf,
} from '../../src/telemetry/chart/points'
import { rounded, targetWords } from '../../src/telemetry/words'

const at = (minute: number) => new Date(minute * 60_000).toISOString()
const point = (minute: number, value: number) => ({ at: at(minute), min: value - 1, max: value + 1, avg: value, count: 2 })

afterEach(() => vi.restoreAllMocks())

describe('the columns of a chart', () => {
  it('are broken when nothing was measured for longer than a gap', () => {
    const columns = columnsOf([point(0, 10), point(15, 11), point(120, 12)], gapOf(300, 900))
    expect(columns.avg).toEqual([10, 11, null, 12])
    expect(columns.min).toEqual([9, 10, null, 11])
    expect(columns.at).toEqual([0, 900, 4050, 7200])
    expect(isolatedPoints(columns.avg)).toEqual([3])
    expect(isolatedPoints([null, 1, undefined, 2, null, undefined, 3])).toEqual([6])
  })

  it('are not broken when three readings in a row were lost, or when the buckets are long', () => {
    expect(columnsOf([point(0, 10), point(60, 11)], gapOf(300, 900)).avg).toEqual([10, 11])
    expect(columnsOf([point(0, 10), point(1440, 11)], gapOf(86_400, 900)).avg).toEqual([10, 11])
  })

  it.each([
    ['half an hour', 1800],
    ['a day', 86_400],
  ])('are broken where one bucket of %s is empty: a sensor that reports often was silent all through it', (_, bucketS) => {
    const columns = columnsOf([point(0, 10), point(bucketS / 30, 11)], gapOf(bucketS, 300))
    expect(columns.avg).toEqual([10, null, 11])
  })

  it.each([60, 1800, 3600])(
    'are not broken in buckets of %d s where three readings were lost and the next is late',
    (bucketS) => {
      const minute = (Math.floor(3610 / bucketS) * bucketS) / 60
      expect(columnsOf([point(0, 10), point(minute, 11)], gapOf(bucketS, 900)).avg).toEqual([10, 11])
    },
  )
})

describe('the point at a moment', () => {
  it('is the first that is not before it, otherwise the last, and none without a moment', () => {
    const moments = [900, 1800, 2700]
    expect([0, 900, 901, 2700, 3600].map((moment) => indexOfMoment(moments, moment))).toEqual([0, 0, 1, 2, 2])
    expect(indexOfMoment(moments, null)).toBeNull()
  })
})

describe('the steps of a curve', () => {
  it('are shown in the largest unit that they are whole numbers of', () => {
    expect([10, 60, 1800, 7200, 86_400, 172_800].map(stepWords)).toEqual([
      '10-second',
      '1-minute',
      '30-minute',
      '2-hour',
      '1-day',
      '2-day',
    ])
  })
})

describe('the time of a point', () => {
  const noon = Date.UTC(2026, 10, 29, 12)

  it.each([
    [10, '29 Nov 2026, 07:00:00–07:00:10 UTC−5'],
    [1800, '29 Nov 2026, 07:00–07:30 UTC−5'],
    [43_200, '29 Nov 2026, 07:00–19:00 UTC−5'],
  ])('is all of its bucket of %d s, in the reader’s zone', (bucketS, words) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(5 * 60)
    expect(pointTimeWords(noon, bucketS, zoneOf(bucketS, 'local'))).toBe(words)
  })

  it.each([
    [86_400, 'Sunday, 29 November 2026 (UTC)'],
    [8 * 86_400, '8 days from Sunday, 29 November 2026 (UTC)'],
  ])('is, in a bucket of %d s, the day that it covers: one of UTC everywhere', (bucketS, words) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(5 * 60)
    expect(pointTimeWords(Date.UTC(2026, 10, 29), bucketS, zoneOf(bucketS, 'local'))).toBe(words)
  })
})

describe('the curves of a sensor', () => {
  const reading = (metric: LatestReading['metric']) => ({ metric }) as LatestReading
  it('are its metrics, and daily light and vapour pressure deficit when they can be derived', () => {
    expect(curvesOf([reading('soil_moisture'), reading('dli'), reading('illuminance')])).toEqual([
      'soil_moisture',
      'illuminance',
      'dli',
    ])
    expect(curvesOf([reading('air_humidity')])).toEqual(['air_humidity'])
    expect(curvesOf([reading('air_humidity'), reading('air_temperature')])).toContain('vpd')
  })
})

describe('the address of a chart', () => {
  it.each([
    '',
    'metric=vpd',
    'metric=soil_ec&last=90d&look=table',
    'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-02T00%3A00%3A00.000Z',
  ])('is written as it was read when it is %o', (search) => {
    expect(writeChart(readChart(search, curves).state)).toBe(search)
  })

  it.each(['metric=mood', 'last=3w', 'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'from=never&to=ever'])(
    'asks for the last day when it holds what there is not: %s',
    (search) => {
      expect(readChart(search, curves).state).toEqual({ metric: null, range: '24h', look: 'chart', compares: false })
    },
  )
})

describe('a date input', () => {
  it.each(['utc', 'local'] as const)('keeps its minute when times are shown in %s', (zone) => {
    const moment = Date.parse('2026-07-01T12:34:00Z')
    expect(momentOfInput(inputOf(moment, zone), zone)).toBe(moment)
  })
})

describe('the words of a reading', () => {
  it('have its significant digits', () => {
    expect([41.267, 3.456, 31_882.6, -4.4444, 0].map(rounded)).toEqual([41.3, 3.46, 31_883, -4.44, 0])
  })

  it('name the end of a range that has only one', () => {
    expect(targetWords({ min: 4, max: null }, 'mol/m²/d')).toBe('at least 4 mol/m²/d')
    expect(targetWords({ min: 20, max: 60 }, '%')).toBe('20–60 %')
    expect(targetWords({ min: null, max: null }, '%')).toBeNull()
  })
})
