import { beforeEach, describe, expect, it } from 'vitest'
import type { Curve } from '../../../src/contract/metrics'
import { PLANT_CURVES_MAX, plantSeriesPath, type PlantSeries } from '../../../src/contract/readings'
import { callAt, oneServer } from '../../support/server/hooks'
import { measured, measuredAt } from '../../support/rows/measured'
import { insertPlant, insertSensor } from '../../support/rows/rows'

const HOUR = 3_600_000

const server = oneServer()
const call = callAt(server)
let plantId: string

beforeEach(async () => {
  plantId = await insertPlant(server.db)
})

const addSensor = (name: string, reporting_interval_s = 600) =>
  insertSensor(server.db, { name, plant_id: plantId, reporting_interval_s })

async function curvesOf(metric: Curve, spanMs = HOUR): Promise<PlantSeries['curves']> {
  const [from, to] = [Date.now() - spanMs, Date.now()].map((at) => new Date(at).toISOString())
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

  it('keeps the least and the most of the readings that a point averages', async () => {
    const id = await addSensor('Attic')
    const bucket = (Math.floor(Date.now() / (6 * HOUR)) - 4) * 6 * HOUR
    await measuredAt(server, id, 'air_temperature', [
      [bucket + HOUR, 20],
      [bucket + 2 * HOUR, 44],
      [bucket + 3 * HOUR, 20],
    ])
    await measured(server, id, 'air_temperature', [10, 21])
    const [curve] = await curvesOf('air_temperature', 90 * 24 * HOUR)
    expect(curve?.points[0]).toEqual({ at: new Date(bucket).toISOString(), avg: 28, min: 20, max: 44 })
  })

  it('lists vapour pressure deficit of the sensors that measure temperature and humidity, and of no others', async () => {
    for (let nth = 0; nth < PLANT_CURVES_MAX; nth++) {
      await measured(server, await addSensor(`Air ${nth}`), 'air_temperature', [10, 25])
      await measured(server, await addSensor(`Damp ${nth}`), 'air_humidity', [10, 50])
    }
    const both = await addSensor('Rear, both')
    await measured(server, both, 'air_temperature', [10, 25])
    await measured(server, both, 'air_humidity', [10, 50])
    const curves = await curvesOf('vpd')
    expect(curves.map(({ sensorName, points }) => [sensorName, points.length])).toEqual([['Rear, both', 1]])
  })

  it('lists daily light of the sensors that measure either kind of light', async () => {
    await measured(server, await addSensor('Lux'), 'illuminance', [10, 900])
    await measured(server, await addSensor('PPFD'), 'ppfd', [10, 200])
    expect((await curvesOf('dli')).map(({ sensorName }) => sensorName)).toEqual(['Lux', 'PPFD'])
  })
})
