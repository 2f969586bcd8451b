import { array, number, object, string, type InferType } from 'yup'
import { count, isCalendarDay, oneOf, quantity, text } from './fields'
import { isMetric, metricRules, metrics, type Metric } from './metrics'

/** The call by which a gateway sends its sensors' readings, with its own key as the bearer. */
export const DATAPOINTS_PATH = '/api/v1/datapoints'
/** Maximum of readings in a batch; more is a 413. */
export const BATCH_MAX = 5_000
/** Maximum milliseconds that a reading may be dated ahead of the server's clock. */
const AHEAD_MS = 300_000
/** Earlier readings are refused, whatever the retention: the gateway's clock is wrong. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)

/**
 * One reading, as a gateway sends it. `readReading` validates readings one by one, so that an invalid one does not reject the batch; this
 * schema only documents them.
 */
const reading = object({
  sensorEui: string().required().meta({ description: 'EUI of the sensor.' }),
  metric: oneOf(metrics).required(),
  value: number().required().meta({ description: 'In the metric’s unit.' }),
  measuredAt: string()
    .required()
    .meta({ format: 'date-time', description: 'Time with its zone. At most five minutes in the future.' }),
})

const NO_REPORT = 'A report must be an object'

/**
 * A sensor's report about itself, beside its readings; null means not reported. Reports are validated one by one as well: an invalid one
 * does not reject the batch.
 */
export const sensorReport = object({
  sensorEui: text(40).required().label('Sensor EUI'),
  batteryPct: quantity(0, 100, '%').nullable().label('Battery'),
  rssiDbm: quantity(-150, 0, 'dBm').nullable().label('RSSI'),
  snrDb: quantity(-30, 30, 'dB').nullable().label('SNR'),
  firmwareVersion: text(60).nullable().label('Firmware'),
})
  .typeError(NO_REPORT)
  .nonNullable(NO_REPORT)
  .noUnknown(
    true,
    ({ unknown }: { readonly unknown: string }) => `${unknown.replace(/,.*/s, '').slice(0, 60)} is not a field of a report`,
  )
export type SensorReport = InferType<typeof sensorReport>

/** Body of POST `/datapoints` without the entries that are validated one by one. */
export const batchFrame = object({
  sensors: array().max(BATCH_MAX).label('Sensors'),
  firmwareVersion: text(60).label('Firmware'),
}).noUnknown()

/** Body of POST `/datapoints`, for the documentation. */
export const batch = object({
  datapoints: array(reading)
    .max(BATCH_MAX)
    .meta({ description: 'Omitted: none, as in a call that only reports sensors or firmware.' }),
})
  .concat(batchFrame)
  .shape({ sensors: array(sensorReport).max(BATCH_MAX).label('Sensors') })

/** Reasons why a reading is refused. */
export const refusalCodes = [
  'malformed',
  'unknown_metric',
  'out_of_bounds',
  'ahead',
  'too_old',
  'unknown_sensor',
  'other_gateway',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Answer of POST `/datapoints`: each reading counts in exactly one of the first three. */
export const batchOutcome = object({
  stored: count(0, BATCH_MAX).required(),
  duplicates: count(0, BATCH_MAX)
    .required()
    .meta({ description: 'Number of readings that are stored already. A batch that is sent again changes nothing.' }),
  duplicateIndexes: array(count(0, BATCH_MAX).required()).meta({
    description: 'Positions of the duplicates in `datapoints`, from 0.',
  }),
  refused: array(
    object({
      index: count(0, BATCH_MAX).required().meta({ description: 'Position in `datapoints`, from 0.' }),
      code: oneOf(refusalCodes).required(),
      message: text(300).required(),
    }),
  ).required(),
  refusedReports: array(
    object({
      index: count(0, BATCH_MAX).required().meta({ description: 'Position in `sensors`, from 0.' }),
      message: text(300).required(),
    }),
  ).meta({ description: 'Reports in `sensors` that are refused.' }),
  unknownSensors: array(text(40).required()).required().meta({ description: 'EUIs of sensors that are not registered.' }),
  otherGatewaysSensors: array(text(40).required()).meta({
    description: 'EUIs of sensors that are assigned to another gateway. Their readings and reports are refused.',
  }),
  firmware: object({
    version: text(60).required(),
    sha256: text(64).required(),
    sizeBytes: count(0, 2 ** 31 - 1, 'B').required(),
    path: text(100).required(),
  })
    .nullable()
    .default(undefined)
    .meta({ description: 'Assigned firmware that the gateway does not run yet, with the path of its file. Null: none.' }),
})
export type BatchOutcome = InferType<typeof batchOutcome>

/** A valid reading, stored once its sensor is known. */
export interface Reading {
  readonly sensorEui: string
  readonly metric: Metric
  readonly value: number
  /** Milliseconds since 1970. */
  readonly measuredAt: number
}

/** Why a reading is refused. */
export interface Fault {
  readonly code: RefusalCode
  readonly message: string
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Milliseconds since 1970 of a time with a zone; NaN for any other text. */
export function readMoment(text: string): number {
  return moment.test(text) && isCalendarDay(text) ? Date.parse(text) : Number.NaN
}

/** Limits for validating a reading; moments are milliseconds since 1970. */
export interface ReadingLimits {
  readonly now: number
  /** Readings measured before it are refused. */
  readonly oldest: number
  /** `readMoment`, or a memoized version of it. */
  readonly momentOf: typeof readMoment
}

/** Validates one reading: returns the reading to store, or the fault. */
export function readReading(input: unknown, { now, oldest, momentOf }: ReadingLimits): Reading | Fault {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return malformed('A reading must be an object')
  for (const name in input) if (!isField(name)) return malformed(`${name.slice(0, 60)} is not a field of a reading`)
  const { sensorEui, metric, value, measuredAt } = input as Readonly<Record<string, unknown>>
  // PostgreSQL stores no NUL: it would refuse the whole batch.
  if (typeof sensorEui !== 'string' || sensorEui.length > 40 || sensorEui.includes('\0'))
    return malformed('sensorEui must be the EUI of a sensor')
  if (typeof metric !== 'string') return malformed('metric must be the name of a metric')
  if (!isMetric(metric)) return { code: 'unknown_metric', message: `There is no metric ${metric.slice(0, 60)}` }
  if (typeof value !== 'number' || !Number.isFinite(value)) return malformed('value must be a number')
  const { label, unit, min, max } = metricRules[metric]
  if (value < min || value > max)
    return { code: 'out_of_bounds', message: `${label} must be from ${min} to ${max} ${unit}, not ${value}` }
  const at = typeof measuredAt === 'string' ? momentOf(measuredAt) : Number.NaN
  if (Number.isNaN(at)) return malformed('measuredAt must be a time with its zone, such as 2026-11-20T08:15:00Z')
  if (at > now + AHEAD_MS) return { code: 'ahead', message: 'measuredAt is more than five minutes ahead of the server’s clock' }
  if (at < EARLIEST_MS) return { code: 'too_old', message: 'measuredAt is before the year 2000: set the gateway’s clock' }
  if (at < oldest) return { code: 'too_old', message: 'measuredAt is older than the retention time' }
  return { sensorEui, metric, value, measuredAt: at }
}

function isField(name: string): name is keyof InferType<typeof reading> {
  return name === 'sensorEui' || name === 'metric' || name === 'value' || name === 'measuredAt'
}

function malformed(message: string): Fault {
  return { code: 'malformed', message }
}
