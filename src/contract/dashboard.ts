import { object, type InferType } from 'yup'
import { count, instant } from './fields'

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

export { ANALYTICS_PATH } from './constants'
