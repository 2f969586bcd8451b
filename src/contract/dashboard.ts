import { array, boolean, object, type InferType } from 'yup'
import { count, instant, text } from './fields'

const total = () => count(0, Number.MAX_SAFE_INTEGER).required()

/** GET /api/v1/dashboard/analytics: rows there are, counted at `asOf`. spec §3. */
export const analytics = object({
  users: total().label('Users'),
  gateways: total().label('Gateways'),
  sensors: total().label('Sensors'),
  datapoints: total().label('Datapoints'),
  plants: total().label('Plants'),
  asOf: instant().required().label('As of'),
})
export type Analytics = InferType<typeof analytics>

/** A sensor with a reading that its plant's groups do not want. */
const stray = object({ id: text(36).required(), name: text(50).required(), plantName: text(210).required().nullable() })

/** GET /api/v1/dashboard/attention: devices by state, and what somebody should look at. */
export const attention = object({
  gateways: object({ online: total(), offline: total(), never_seen: total() }).required(),
  sensors: object({ online: total(), offline: total(), unreachable: total(), never_seen: total() }).required(),
  batteryLow: total(),
  outOfRange: total().meta({ description: 'Sensors with a fresh reading that is low or high.' }),
  strays: array(stray).required().meta({ description: 'The first of them by name.' }),
  unknownSensors: object({ total: total(), totalCapped: boolean().required() })
    .optional()
    .default(undefined)
    .meta({ description: 'Sensors that gateways hear and nobody has registered, each once. Capped: there are more.' }),
})
export type Attention = InferType<typeof attention>
/** Most sensors out of range that are named. */
export const STRAYS_MAX = 5
/** Sensors that nobody has registered are counted up to here. */
export const UNKNOWN_SENSORS_MAX = 1000

export { ANALYTICS_PATH, ATTENTION_PATH } from './constants'
