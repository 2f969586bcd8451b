import { expect, it } from 'vitest'
import type { PlantSeries } from '../../src/contract/readings'
import { isSpread, linesOf, nearest } from '../../src/telemetry/chart/lines'

const HOUR = 3600

const curve = (sensorName: string, reportingIntervalS: number, seconds: readonly number[]) => ({
  sensorId: sensorName,
  sensorName,
  reportingIntervalS,
  points: seconds.map((second) => ({ at: new Date(second * 1000).toISOString(), avg: 40 })),
})
const seriesOf = (bucketS: number, ...curves: PlantSeries['curves']): PlantSeries => ({
  metric: 'soil_moisture',
  unit: '%',
  bucketS,
  curves,
})

it('breaks each sensor’s line where that sensor reported nothing, by its own interval', () => {
  const series = seriesOf(1800, curve('Slow', 6 * HOUR, [0, 6 * HOUR, 12 * HOUR]), curve('Quick', 30, [0, 1800, 6 * HOUR]))
  const [slow, quick] = linesOf(series, 0)
  expect(slow?.avg).toEqual([40, 40, 40])
  expect(quick?.avg).toEqual([40, 40, null, 40])
})

it('breaks a line by the usual interval when the server does not send the sensor’s', () => {
  const { reportingIntervalS: _unsent, ...old } = curve('Fern', 900, [0, 900, 3 * HOUR])
  expect(linesOf(seriesOf(300, old), 0)[0]?.avg).toEqual([40, 40, null, 40])
})

it('has the average as least and most when the server does not send them', () => {
  const [line] = linesOf(seriesOf(300, curve('Fern', 900, [0, 3 * HOUR])), 0)
  expect([line?.min, line?.max]).toEqual([
    [40, null, 40],
    [40, null, 40],
  ])
  expect(line && isSpread(line)).toBe(false)
})

it('inspects each line’s nearest point, wherever the line is drawn and next to its ends, but not in a gap', () => {
  const [line] = linesOf(seriesOf(300, curve('Fern', 900, [0, HOUR, 3 * HOUR])), 0)
  const atMoments = [0, 1700, 1900, HOUR + 1900, 2 * HOUR, 3 * HOUR - 1900, 3 * HOUR + 1900, 4 * HOUR]
  expect(atMoments.map((moment) => line?.at[nearest(line, moment)] ?? null)).toEqual([
    0,
    0,
    HOUR,
    HOUR,
    null,
    3 * HOUR,
    3 * HOUR,
    null,
  ])
  const [broken] = linesOf(seriesOf(300, curve('Fern', 900, [0, 3900])), 0)
  expect(broken?.avg).toEqual([40, null, 40])
  expect(broken && nearest(broken, 1950)).toBe(-1)
})
