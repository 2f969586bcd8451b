import { expect, it } from 'vitest'
import type { PlantSeries } from '../../src/contract/readings'
import { linesOf } from '../../src/telemetry/chart/lines'

const HOUR = 3600

it('breaks each sensor’s line where that sensor reported nothing, by its own interval', () => {
  const curve = (sensorName: string, reportingIntervalS: number, seconds: readonly number[]) => ({
    sensorId: sensorName,
    sensorName,
    reportingIntervalS,
    points: seconds.map((second) => ({ at: new Date(second * 1000).toISOString(), avg: 40 })),
  })
  const series: PlantSeries = {
    metric: 'soil_moisture',
    unit: '%',
    bucketS: 1800,
    curves: [curve('Slow', 6 * HOUR, [0, 6 * HOUR, 12 * HOUR]), curve('Quick', 30, [0, 1800, 6 * HOUR])],
  }
  const [slow, quick] = linesOf(series, 0)
  expect(slow?.values).toEqual([40, 40, 40])
  expect(quick?.values).toEqual([40, 40, null, 40])
})
