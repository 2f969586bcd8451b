import { array, boolean, number, object, string, type InferType } from 'yup'
import { count, instant, isCalendarDay, oneOf, text } from './fields'
import { curves, metrics } from './metrics'
import { plants } from './plants'
import { itemPath } from './resource'
import { sensors } from './sensors'

/** Points of a curve: the maximum, and the default. */
export const POINTS_MAX = 500

/** Path of a sensor's curves: GET with `metric`, `from`, `to` and, for fewer points, `points`. */
export function seriesPath(sensorId: string): string {
  return `${itemPath(sensors, sensorId)}/datapoints`
}

/** An end of a time range: UTC, ISO 8601, 1970 or later. */
function end(name: 'from' | 'to') {
  const message = `${name} must be a UTC time, such as 2026-11-20T08:15:00Z`
  return string()
    .required(message)
    .matches(/^(19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, message)
    .test('day', message, isCalendarDay)
    .meta({ format: 'date-time' })
    .label(name)
}

/** Query of a curve, with its values as text. */
export const seriesQuery = object({
  metric: oneOf(curves).required('metric must be the name of a metric').label('metric'),
  from: end('from'),
  to: end('to'),
  points: count(2, POINTS_MAX).label('points'),
}).noUnknown()
export type SeriesQuery = InferType<typeof seriesQuery>

const amount = () => number().required()

/** A curve, downsampled to at most `points` buckets; empty buckets are omitted. */
export const series = object({
  metric: oneOf(curves).required(),
  unit: text(20).required(),
  bucketS: count(1, Number.MAX_SAFE_INTEGER, 's').required(),
  points: array(
    object({
      at: instant().required().meta({ description: 'Start of the bucket.' }),
      min: amount(),
      max: amount(),
      avg: amount(),
      count: count(1, Number.MAX_SAFE_INTEGER)
        .required()
        .meta({ description: 'Number of readings in the bucket; in a derived curve, of the values averaged.' }),
    }),
  ).required(),
})
export type Series = InferType<typeof series>

/** How a reading compares with the range of the sensor's plant. no_range: there is no range; no_data: no recent reading. */
export const readingStatuses = ['ok', 'low', 'high', 'no_data', 'no_range'] as const
export type ReadingStatus = (typeof readingStatuses)[number]

/** The latest reading of one metric, compared with the ranges of the plant's groups. */
export const latestReading = object({
  metric: oneOf([...metrics, 'dli']).required(),
  value: number().required().nullable(),
  measuredAt: instant().required().nullable(),
  status: oneOf(readingStatuses).required(),
  min: number()
    .required()
    .nullable()
    .meta({ description: 'Lower end of the group’s range. For illuminance: the range by day, which does not affect `status`.' }),
  max: number().required().nullable(),
})
export type LatestReading = InferType<typeof latestReading>

/** Path of a sensor's latest readings. */
export function latestPath(sensorId: string): string {
  return `${itemPath(sensors, sensorId)}/latest`
}

/** A sensor of a plant, with its latest readings. */
export const plantSensor = object({
  sensorId: text(36).required(),
  sensorName: text(50).required(),
  moistureCalibrated: boolean().required().meta({ description: 'Whether soil moisture is calibrated: % of water by volume.' }),
  readings: array(latestReading).required(),
})
export type PlantSensor = InferType<typeof plantSensor>
/** Maximum of sensors on a plant's page. */
export const PLANT_SENSORS_MAX = 100

/** Path of the latest readings of a plant's sensors. */
export function plantReadingsPath(plantId: string): string {
  return `${itemPath(plants, plantId)}/readings`
}

/** Maximum of curves of a plant's sensors in one answer. */
export const PLANT_CURVES_MAX = 8

/** Curves of a plant's sensors in buckets of equal length. */
export const plantSeries = object({
  metric: oneOf(curves).required(),
  unit: text(20).required(),
  bucketS: count(1, Number.MAX_SAFE_INTEGER, 's').required(),
  curves: array(
    object({
      sensorId: text(36).required(),
      sensorName: text(50).required(),
      // Optional: a server of the previous version, which may answer during an upgrade, does not send it.
      reportingIntervalS: count(10, 86_400, 's'),
      // Least and most are optional for the same reason.
      points: array(object({ at: instant().required(), avg: amount(), min: number(), max: number() })).required(),
    }),
  )
    .required()
    .meta({ description: `Curves of the sensors that measure the metric: the first ${PLANT_CURVES_MAX} by name.` }),
})
export type PlantSeries = InferType<typeof plantSeries>

/** Path of the curves of a plant's sensors: GET with the parameters of a sensor's curves. */
export function plantSeriesPath(plantId: string): string {
  return `${itemPath(plants, plantId)}/datapoints`
}
