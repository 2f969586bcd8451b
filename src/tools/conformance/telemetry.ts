import { batchOutcome, DATAPOINTS_PATH } from '../../contract/datapoints'
import { HOUR_MS } from '../../contract/durations'
import {
  availabilityPath,
  gatewayAvailability,
  gatewayKey,
  gatewayKeyPath,
  gatewayTraffic,
  trafficPath,
} from '../../contract/gatewayTraffic'
import { gateways } from '../../contract/gateways'
import { plants } from '../../contract/plants'
import {
  latestPath,
  latestReading,
  plantReadingsPath,
  plantSensor,
  plantSeries,
  plantSeriesPath,
  series,
  seriesPath,
} from '../../contract/readings'
import { updatePath } from '../../contract/resource'
import { sensors } from '../../contract/sensors'
import type { Bench, Row } from './bench'
import { changeOf } from './changing'
import {
  expecting,
  expectingJson,
  excerpt,
  hasResult,
  hasResults,
  isProblem,
  objectOf,
  resultOf,
  unauthenticated,
  type Judge,
  type Shape,
} from './judge'
import { listOf } from './reading'
import { holds } from './rows'

const optional = 'readings: a gateway’s own key, what it delivers with it, and their charts'

/** Checks that a gateway gets a key and delivers a reading with it, and that the console can read it. */
export async function readings(bench: Bench): Promise<void> {
  // In this order: the created rows are deleted in the opposite one, and a plant's sensors before the plant.
  const [gateway, plant, sensor] = [await bench.make(gateways), await bench.make(plants), await bench.make(sensors)]
  const path = gatewayKeyPath(gateway?.id ?? '{id}')
  if (gateway === null || sensor === null) return bench.leave('POST', path, optional, 'no gateway or sensor could be made')
  const judge = expectingJson(201, hasResult(gatewayKey as Shape))
  const made = await bench.ask('POST', path, { expects: 'a key of the gateway’s own', judge, optional })
  if (made === null) return
  await delivered(bench, sensor, String(objectOf(resultOf(made.body))['key']))
  await shown(bench, gateway, sensor)
  await shownOfPlant(bench, plant, sensor)
}

async function delivered(bench: Bench, { eui }: Row, bearer: string): Promise<void> {
  const reading = { sensorEui: eui, metric: 'soil_moisture', value: 40, measuredAt: new Date().toISOString() }
  const deliver = (expects: string, judge: Judge, body: object, bearing: string | null) =>
    bench.ask('POST', DATAPOINTS_PATH, { expects, judge }, { body, bearer: bearing })
  const counts = (stored: number, duplicates: number, refused: number) =>
    expectingJson(200, hasResult(batchOutcome as Shape), ({ body }) => {
      const result = objectOf(resultOf(body))
      const actual = [result['stored'], result['duplicates'], listOf(result['refused']).length]
      const expected = [stored, duplicates, refused]
      return actual.join() === expected.join()
        ? []
        : [`stored, duplicates and refused are ${excerpt(actual)} instead of ${excerpt(expected)}`]
    })
  const faulty = [
    { ...reading, value: 4000 },
    { ...reading, measuredAt: new Date(Date.now() + HOUR_MS).toISOString() },
  ]
  const one = { datapoints: [reading] }
  await deliver('one reading stored', counts(1, 0, 0), one, bearer)
  const mixed = { datapoints: [reading, ...faulty], sensors: [{ sensorEui: eui, batteryPct: 255 }] }
  const expects = 'the same reading known already, those that cannot be refused, and a report that cannot be left out'
  await deliver(expects, counts(0, 1, 2), mixed, bearer)
  await deliver('a refusal: an administrator’s token is no key', unauthenticated, one, bench.bearer)
  await deliver('a refusal: there is no key', unauthenticated, one, null)
}

/** Returns the query of a curve of the last hour. */
function lastHour(): string {
  const now = Date.now()
  const span = { from: new Date(now - HOUR_MS).toISOString(), to: new Date(now + 60_000).toISOString() }
  return new URLSearchParams({ metric: 'soil_moisture', ...span }).toString()
}

/** Lists what is wrong with a curve that has the delivered reading. */
function curveFaults(curve: unknown): readonly string[] {
  const points = listOf(objectOf(curve)['points'])
  return points.length === 1 && objectOf(points[0])['avg'] === 40 ? [] : ['the reading is not on it']
}

async function shown(bench: Bench, gateway: Row, sensor: Row): Promise<void> {
  await bench.ask('GET', `${seriesPath(sensor.id)}?${lastHour()}`, {
    expects: 'the curve, with the reading on it',
    judge: expectingJson(200, hasResult(series as Shape), ({ body }) => curveFaults(resultOf(body))),
  })
  await bench.ask('GET', seriesPath(sensor.id), {
    expects: 'a refusal: a curve has a metric, a beginning and an end',
    judge: expecting([400, 422], isProblem),
  })
  await bench.ask('GET', latestPath(sensor.id), {
    expects: 'the latest readings, each with its judgement',
    judge: expectingJson(200, hasResults(latestReading as Shape)),
  })
  await bench.ask('GET', availabilityPath(gateway.id), {
    expects: 'for how long the gateway was online, and what may tell why it is not',
    judge: expectingJson(200, hasResult(gatewayAvailability as Shape)),
    optional: 'why a gateway is offline, and its uptime',
  })
  await bench.ask('GET', trafficPath(gateway.id), {
    expects: 'how the gateway’s calls went',
    judge: expectingJson(200, hasResult(gatewayTraffic as Shape)),
  })
}

/** Checks what a plant's page shows of the sensor that is assigned to it. */
async function shownOfPlant(bench: Bench, plant: Row | null, sensor: Row): Promise<void> {
  const optional = 'readings and curves on a plant’s page'
  const expects = 'the sensors of the plant, with their latest readings'
  if (plant === null) return bench.leave('GET', plantReadingsPath('{id}'), expects, 'no plant could be made')
  const change = { plantId: plant.id }
  const assigned = { expects: 'the sensor, assigned to the plant', judge: expectingJson(200, holds(change)) }
  if ((await bench.ask('PUT', updatePath(sensors, sensor.id), assigned, { body: changeOf(sensors, sensor.id, change) })) === null)
    return
  const ofSensor = (entries: unknown) => objectOf(listOf(entries).find((entry) => objectOf(entry)['sensorId'] === sensor.id))
  const hasReading: Judge = ({ body }) =>
    listOf(ofSensor(resultOf(body))['readings']).length === 1 ? [] : ['the sensor’s reading is not among them']
  await bench.ask('GET', plantReadingsPath(plant.id), {
    expects,
    judge: expectingJson(200, hasResults(plantSensor as Shape), hasReading),
    optional,
  })
  await bench.ask('GET', `${plantSeriesPath(plant.id)}?${lastHour()}`, {
    expects: 'the curves of the plant’s sensors, with the reading on that of its sensor',
    judge: expectingJson(200, hasResult(plantSeries as Shape), ({ body }) =>
      curveFaults(ofSensor(objectOf(resultOf(body))['curves'])),
    ),
    optional,
  })
}
