import { beforeEach, describe, expect, it } from 'vitest'
import type { Curve } from '../../../src/contract/metrics'
import { plantSeriesPath, type PlantSeries } from '../../../src/contract/readings'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { insertPlant, insertSensor } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let plantId: string

beforeEach(async () => {
  plantId = await insertPlant(server.db)
})

const addSensor = (name: string, reporting_interval_s = 600) =>
  insertSensor(server.db, { name, plant_id: plantId, reporting_interval_s })

async function curvesOf(metric: Curve): Promise<PlantSeries['curves']> {
  const [from, to] = [Date.now() - 3_600_000, Date.now()].map((at) => new Date(at).toISOString())
  const query = new URLSearchParams({ metric, from: from ?? '', to: to ?? '' })
  const { status, body } = await call<{ result: PlantSeries }>('GET', `${plantSeriesPath(plantId)}?${query}`)
  expect(status).toBe(200)
  return body.result.curves
}

describe('GET /plants/{id}/datapoints', () => {
  it('lists the curves of the sensors that measure the metric by name, each with its reporting interval', async () => {
    const slow = await addSensor('Rear, slow', 21_600)
    const quick = await addSensor('Front, quick', 30)
    const other = await addSensor('Middle, other')
    await measured(server, slow, 'soil_moisture', [20, 44])
    await measured(server, quick, 'soil_moisture', [10, 41])
    await measured(server, other, 'battery', [10, 90])
    const curves = await curvesOf('soil_moisture')
    expect(
      curves.map(({ sensorId, sensorName, reportingIntervalS, points }) => [
        sensorId,
        sensorName,
        reportingIntervalS,
        points.map(({ avg }) => avg),
      ]),
    ).toEqual([
      [quick, 'Front, quick', 30, [41]],
      [slow, 'Rear, slow', 21_600, [44]],
    ])
  })
})
