import { array, boolean, number, object, type InferType } from 'yup'
import { count, instant, oneOf, text, total } from './fields'
import { gatewayStates } from './gateways'
import { metrics } from './metrics'

/** Maximum of gateways on a map. */
export const POSITIONS_MAX = 5000

/** GET /api/v1/dashboard/analytics: numbers of rows, counted at `asOf`. */
export const analytics = object({
  users: total().label('Users'),
  gateways: total().label('Gateways'),
  sensors: total().label('Sensors'),
  datapoints: total().label('Datapoints'),
  plants: total().label('Plants'),
  asOf: instant().required().label('As of'),
})
export type Analytics = InferType<typeof analytics>

/** Reasons why a device needs attention, the worst first. unknown_sensor: a gateway reports it, but it is not registered. */
const needKinds = ['gateway_offline', 'sensor_offline', 'out_of_range', 'battery_low', 'unknown_sensor'] as const

/** A device that needs attention. */
const need = object({
  kind: oneOf(needKinds).required(),
  id: text(36).required().nullable().meta({ description: 'Id of the gateway or sensor. Null: the sensor is not registered.' }),
  name: text(50).required().meta({ description: 'Name of the gateway or sensor; the EUI of an unregistered sensor.' }),
  since: instant()
    .required()
    .nullable()
    .meta({ description: 'Null: unknown, as for the light of a day, or for another reading, more than a week ago.' }),
  plantName: text(210).nullable(),
  gatewayId: text(36).nullable(),
  gatewayName: text(50).nullable(),
  sensorsCount: count(0, 2 ** 31 - 1)
    .nullable()
    .meta({ description: 'Number of sensors of the gateway that were ever seen. Null for sensors.' }),
  metric: oneOf([...metrics, 'dli']).nullable(),
  value: number().nullable().meta({ description: 'Reading that is out of range, or battery level in %.' }),
  status: oneOf(['low', 'high']).nullable(),
})
export type Need = InferType<typeof need>
/** Maximum of devices named for each kind. */
export const NEEDS_MAX = 3

/** The progress of setting up a new installation. */
const firstSteps = object({
  gateway: boolean().required(),
  key: boolean().required(),
  batch: boolean().required(),
  sensor: boolean().required(),
  plant: boolean().required().meta({ description: 'Whether any sensor is at a plant.' }),
  gatewayId: text(36).required().nullable().meta({ description: 'Id of the newest gateway. Null: no gateway.' }),
  batchUrl: text(2000).required().meta({ description: 'URL to which gateways send their batches.' }),
})
export type FirstSteps = InferType<typeof firstSteps>

/** GET /api/v1/dashboard/attention: devices by state, and devices that need attention. */
export const attention = object({
  gateways: object({ online: total(), offline: total(), never_seen: total() }).required(),
  sensors: object({ online: total(), offline: total(), unreachable: total(), never_seen: total() }).required(),
  batteryLow: total(),
  outOfRange: total().meta({ description: 'Number of sensors with a current reading that is low or high.' }),
  unknownSensors: object({ total: total(), totalCapped: boolean().required() }).optional().default(undefined).meta({
    description:
      'Unregistered sensors whose readings gateways send, each counted once. `totalCapped`: there are more than `total`.',
  }),
  needs: array(need)
    .required()
    .meta({ description: `Worst first, at most ${NEEDS_MAX} of each kind.` }),
  firstSteps: firstSteps.optional().default(undefined),
})
export type Attention = InferType<typeof attention>
/** Unregistered sensors are counted up to this number. */
export const UNKNOWN_SENSORS_MAX = 1000

/** GET /api/v1/dashboard/trends: the counts over time, and the number of readings. */
export const trends = object({
  days: array(
    object({
      day: instant().required(),
      users: total(),
      gateways: total(),
      sensors: total(),
      datapoints: total(),
      plants: total(),
    }),
  )
    .required()
    .meta({
      description: 'Counts at the end of each of the last seven days (UTC), oldest first. Unknown days are omitted.',
    }),
  hours: array(object({ at: instant().required(), count: total() }))
    .required()
    .meta({
      description: 'Number of readings by hour of measurement, in the last seven days. Hours without readings are omitted.',
    }),
})
export type Trends = InferType<typeof trends>
/** Number of days that the trends cover. */
export const TREND_DAYS = 7

/** GET /api/v1/gateways/positions: gateways' positions, for a map. */
export const gatewayPositions = object({
  positions: array(
    object({
      id: text(36).required(),
      name: text(50).required(),
      state: oneOf(gatewayStates).required(),
      latitude: number().required(),
      longitude: number().required(),
    }),
  ).required(),
  total: total().meta({
    description: `Number of gateways with a position. \`positions\` has the first ${POSITIONS_MAX} by name.`,
  }),
  unplaced: total().meta({ description: 'Number of gateways without a position.' }),
})
export type GatewayPositions = InferType<typeof gatewayPositions>

export { ANALYTICS_PATH, ATTENTION_PATH, POSITIONS_PATH, TRENDS_PATH } from './constants'
