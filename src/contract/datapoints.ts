import { array, boolean, number, object, string, type InferType } from 'yup'
import { count, instant, oneOf, quantity, text } from './fields'

/** What a metric is measured in, and the values that are physically possible. */
export interface MetricRule {
  readonly label: string
  readonly unit: string
  readonly min: number
  readonly max: number
}

/** Everything that a sensor may measure. */
export const metricRules = {
  soil_moisture: { label: 'Soil moisture', unit: '%', min: 0, max: 100 },
  air_humidity: { label: 'Air humidity', unit: '%RH', min: 0, max: 100 },
  air_temperature: { label: 'Air temperature', unit: '°C', min: -40, max: 85 },
  soil_temperature: { label: 'Soil temperature', unit: '°C', min: -40, max: 85 },
  illuminance: { label: 'Illuminance', unit: 'lux', min: 0, max: 200_000 },
  ppfd: { label: 'PPFD', unit: 'µmol/m²/s', min: 0, max: 2500 },
  soil_ec: { label: 'Soil EC', unit: 'µS/cm', min: 0, max: 20_000 },
  battery: { label: 'Battery', unit: '%', min: 0, max: 100 },
} as const satisfies Readonly<Record<string, MetricRule>>

/** The name of what is measured. */
export type Metric = keyof typeof metricRules
/** All metrics, in the order in which they are shown. */
export const metrics = Object.keys(metricRules) as readonly Metric[]

/** Whether a word names a metric. */
export function isMetric(word: unknown): word is Metric {
  return typeof word === 'string' && Object.hasOwn(metricRules, word)
}

/** Where a gateway sends what its sensors measured, with its own key as the bearer. */
export const DATAPOINTS_PATH = '/api/v1/datapoints'
/** Most readings of one batch; more is a 413. */
export const BATCH_MAX = 5_000
/** How far ahead of the server's clock a reading may be dated, in milliseconds. Rule 13. */
export const AHEAD_MS = 300_000
/** Nothing was measured before this, however long readings are kept: a clock that says so has lost its time. */
export const EARLIEST_MS = Date.UTC(2000, 0, 1)

/** Path of the call that makes a gateway's key. */
export function gatewayKeyPath(gatewayId: string): string {
  return `/api/v1/gateways/${encodeURIComponent(gatewayId)}/key`
}

/** Answer of POST `/gateways/{id}/key`. It is shown this once; the one before stops working. */
export const gatewayKey = object({ key: text(80).required().meta({ description: 'Bearer of POST /datapoints. Shown once.' }) })

/**
 * One reading, as a gateway sends it. Readings are judged one by one, by `faultOf`, so that a wrong one costs only itself: this schema
 * documents them.
 */
const reading = object({
  sensorEui: string().required().meta({ description: 'EUI of the sensor.' }),
  metric: oneOf(metrics).required(),
  value: number().required().meta({ description: 'In the metric’s unit.' }),
  measuredAt: string().required().meta({ format: 'date-time', description: 'At most five minutes ahead.' }),
})

/** What a sensor says of itself beside its readings. */
export const sensorReport = object({
  sensorEui: text(40).required().label('Sensor EUI'),
  batteryPct: quantity(0, 100, '%').label('Battery'),
  rssiDbm: quantity(-150, 0, 'dBm').label('RSSI'),
  snrDb: quantity(-30, 30, 'dB').label('SNR'),
  firmwareVersion: text(60).label('Firmware'),
}).noUnknown()
export type SensorReport = InferType<typeof sensorReport>

/** Body of POST `/datapoints` but for its readings. */
export const batchFrame = object({
  sensors: array(sensorReport).max(BATCH_MAX).label('Sensors'),
  firmwareVersion: text(60).label('Firmware'),
}).noUnknown()

/** Body of POST `/datapoints`, for the documentation. */
export const batch = object({ datapoints: array(reading).required().max(BATCH_MAX) }).concat(batchFrame)

/** Why a reading was not stored. */
export const refusalCodes = ['malformed', 'unknown_metric', 'out_of_bounds', 'ahead', 'too_old', 'unknown_sensor'] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Answer of POST `/datapoints`: every reading is counted in exactly one of the first three. */
export const batchOutcome = object({
  stored: count(0, BATCH_MAX).required(),
  duplicates: count(0, BATCH_MAX).required().meta({ description: 'Known already: a batch that is sent again changes nothing.' }),
  refused: array(
    object({
      index: count(0, BATCH_MAX).required().meta({ description: 'Place in the batch, from 0.' }),
      code: oneOf(refusalCodes).required(),
      message: text(300).required(),
    }),
  ).required(),
  unknownSensors: array(text(40).required()).required().meta({ description: 'EUIs that nobody has registered yet.' }),
})
export type BatchOutcome = InferType<typeof batchOutcome>

/** A reading that can be stored, once its sensor is known. */
export interface Reading {
  readonly sensorEui: string
  readonly metric: Metric
  readonly value: number
  /** Milliseconds since 1970. */
  readonly measuredAt: number
}

/** Why a reading is not taken. */
export interface Fault {
  readonly code: RefusalCode
  readonly message: string
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Judges one reading: what is stored of it, or why nothing is. `now` and `oldest` in milliseconds since 1970. */
export function readReading(given: unknown, now: number, oldest: number): Reading | Fault {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return malformed('A reading is an object')
  const { sensorEui, metric, value, measuredAt, ...rest } = given as Readonly<Record<string, unknown>>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return malformed(`${unknown.slice(0, 60)} is not a field of a reading`)
  if (typeof sensorEui !== 'string' || sensorEui.length > 40) return malformed('sensorEui is the EUI of a sensor')
  if (typeof metric !== 'string') return malformed('metric is the name of a metric')
  if (!isMetric(metric)) return { code: 'unknown_metric', message: `There is no metric ${metric.slice(0, 60)}` }
  if (typeof value !== 'number' || !Number.isFinite(value)) return malformed('value is a number')
  const { label, unit, min, max } = metricRules[metric]
  if (value < min || value > max)
    return { code: 'out_of_bounds', message: `${label} is from ${min} to ${max} ${unit}, not ${value}` }
  const at = typeof measuredAt === 'string' && moment.test(measuredAt) ? Date.parse(measuredAt) : Number.NaN
  if (Number.isNaN(at)) return malformed('measuredAt is a time with its zone, such as 2026-11-20T08:15:00Z')
  if (at > now + AHEAD_MS) return { code: 'ahead', message: 'measuredAt is more than five minutes ahead of the server’s clock' }
  if (at < EARLIEST_MS)
    return { code: 'too_old', message: 'measuredAt lies before the year 2000: the gateway’s clock is not set' }
  if (at < oldest) return { code: 'too_old', message: 'measuredAt is older than readings are kept' }
  return { sensorEui, metric, value, measuredAt: at }
}

function malformed(message: string): Fault {
  return { code: 'malformed', message }
}

/** What a chart may show beside what is measured: light of a day, mol/m²/d, and the air's vapour pressure deficit, kPa. */
export const derivedRules = {
  dli: { label: 'Daily light integral', unit: 'mol/m²/d' },
  vpd: { label: 'Vapour pressure deficit', unit: 'kPa' },
} as const

/** Every curve there is. */
export const curves = [...metrics, ...(Object.keys(derivedRules) as readonly (keyof typeof derivedRules)[])] as const
export type Curve = (typeof curves)[number]

/** Label and unit of a curve. */
export function curveRule(curve: Curve): Pick<MetricRule, 'label' | 'unit'> {
  return isMetric(curve) ? metricRules[curve] : derivedRules[curve]
}

/** Most points of a curve, and how many there are where nobody asks. */
export const POINTS_MAX = 500

/** Path of a sensor's curves: GET with `metric`, `from`, `to` and, if fewer will do, `points`. */
export function seriesPath(sensorId: string): string {
  return `/api/v1/sensors/${encodeURIComponent(sensorId)}/datapoints`
}

/** Query of a curve, as it travels. */
export const seriesQuery = object({
  metric: oneOf(curves).required('metric is the name of a metric').label('metric'),
  from: instant().required('from is a UTC time').label('from'),
  to: instant().required('to is a UTC time').label('to'),
  points: count(2, POINTS_MAX).label('points'),
}).noUnknown()
export type SeriesQuery = InferType<typeof seriesQuery>

const amount = () => number().required()

/** A curve, thinned to at most so many buckets; a bucket in which nothing was measured is left out. */
export const series = object({
  metric: oneOf(curves).required(),
  unit: text(20).required(),
  bucketS: count(1, Number.MAX_SAFE_INTEGER, 's').required(),
  points: array(
    object({
      at: instant().required().meta({ description: 'Where the bucket begins.' }),
      min: amount(),
      max: amount(),
      avg: amount(),
      count: count(1, Number.MAX_SAFE_INTEGER).required().meta({ description: 'Readings in the bucket.' }),
    }),
  ).required(),
})
export type Series = InferType<typeof series>

/** How a reading stands to what the sensor's plant needs; without a range, or where none is fresh, there is no judgement. */
export const readingStatuses = ['ok', 'low', 'high', 'no_data', 'no_range'] as const
export type ReadingStatus = (typeof readingStatuses)[number]

/** The latest of one metric, judged against the plant's groups. */
export const latestReading = object({
  metric: oneOf([...metrics, 'dli']).required(),
  value: number().required().nullable(),
  measuredAt: instant().required().nullable(),
  status: oneOf(readingStatuses).required(),
  min: number()
    .required()
    .nullable()
    .meta({ description: 'Of the group’s range; of illuminance by day, by which nothing is judged.' }),
  max: number().required().nullable(),
})
export type LatestReading = InferType<typeof latestReading>

/** Path of a sensor's latest readings. */
export function latestPath(sensorId: string): string {
  return `/api/v1/sensors/${encodeURIComponent(sensorId)}/latest`
}

/** A sensor of a plant, with its latest readings. */
export const plantSensor = object({
  sensorId: text(36).required(),
  sensorName: text(50).required(),
  moistureCalibrated: boolean().required().meta({ description: 'Its soil moisture is water by volume.' }),
  readings: array(latestReading).required(),
})
export type PlantSensor = InferType<typeof plantSensor>
/** Most sensors that a plant's page tells of. */
export const PLANT_SENSORS_MAX = 100

/** Path of the latest readings of a plant's sensors. */
export function plantReadingsPath(plantId: string): string {
  return `/api/v1/plants/${encodeURIComponent(plantId)}/readings`
}

/** A time a gateway sent a batch, and what came of it. */
export const checkIn = object({
  at: instant().required(),
  stored: count(0, BATCH_MAX).required(),
  duplicates: count(0, BATCH_MAX).required(),
  refused: count(0, BATCH_MAX).required(),
  unknown: count(0, BATCH_MAX).required(),
  firmwareVersion: text(60).required().nullable(),
})
export type CheckIn = InferType<typeof checkIn>

/** A sensor that a gateway heard and nobody registered. */
export const unknownSensor = object({
  eui: text(40).required(),
  firstHeardAt: instant().required(),
  lastHeardAt: instant().required(),
})
export type UnknownSensor = InferType<typeof unknownSensor>

/** What a gateway's page tells of its calls: whether it has a key, its last check-ins, and sensors to adopt. */
export const gatewayTraffic = object({
  keyCreatedAt: instant().required().nullable(),
  checkIns: array(checkIn).required(),
  unknownSensors: array(unknownSensor).required(),
})
export type GatewayTraffic = InferType<typeof gatewayTraffic>

/** Path of what a gateway's page tells of its calls. */
export function trafficPath(gatewayId: string): string {
  return `/api/v1/gateways/${encodeURIComponent(gatewayId)}/traffic`
}
