import { array, number, object, type InferType } from 'yup'
import { BATCH_MAX, refusalCodes } from './datapoints'
import { count, instant, oneOf, text } from './fields'

/** Path of the call that makes a gateway's key. */
export function gatewayKeyPath(gatewayId: string): string {
  return `/api/v1/gateways/${encodeURIComponent(gatewayId)}/key`
}

/** Answer of POST `/gateways/{id}/key`. It is shown this once; the one before stops working. */
export const gatewayKey = object({ key: text(80).required().meta({ description: 'Bearer of POST /datapoints. Shown once.' }) })

/** A time a gateway sent a batch, and what came of it. */
const checkIn = object({
  at: instant().required(),
  stored: count(0, BATCH_MAX).required(),
  duplicates: count(0, BATCH_MAX).required(),
  refused: count(0, BATCH_MAX).required(),
  refusals: array(object({ code: oneOf(refusalCodes).required(), count: count(1, BATCH_MAX).required() })).meta({
    description: 'Why readings were refused, and how many for each reason, most first.',
  }),
  refusedReports: count(0, BATCH_MAX).meta({ description: 'How often what a sensor said of itself was not taken; no readings.' }),
  unknown: count(0, BATCH_MAX).required(),
  firmwareVersion: text(60).required().nullable(),
})
export type CheckIn = InferType<typeof checkIn>

/** A sensor that a gateway reported and nobody registered. */
const unknownSensor = object({
  eui: text(40).required(),
  firstHeardAt: instant().required(),
  lastHeardAt: instant().required(),
})
export type UnknownSensor = InferType<typeof unknownSensor>

/** A gateway's calls: whether it has a key, its last check-ins, and sensors to adopt. */
export const gatewayTraffic = object({
  keyCreatedAt: instant().required().nullable(),
  checkIns: array(checkIn).required(),
  unknownSensors: array(unknownSensor).required(),
})
export type GatewayTraffic = InferType<typeof gatewayTraffic>

/** Path of a gateway's calls. */
export function trafficPath(gatewayId: string): string {
  return `/api/v1/gateways/${encodeURIComponent(gatewayId)}/traffic`
}

/** Days whose online time a gateway's page shows. */
export const UPTIME_DAYS = 90
/** Gateways that are nearer than this, in kilometres, are neighbours: what ails one of them may ail all. */
export const NEIGHBOUR_KM = 5

/** What helps to find out why a gateway is offline, and for how long it was online. */
export const gatewayAvailability = object({
  days: array(object({ day: instant().required(), onlineS: number().min(0).required() }))
    .required()
    .meta({ description: 'Seconds online by day (UTC), the oldest first; today so far. Days without any are left out.' }),
  lastRefusal: object({ at: instant().required(), code: oneOf(refusalCodes).required(), count: count(1, BATCH_MAX).required() })
    .nullable()
    .default(undefined)
    .meta({ description: 'The last time within its last day that readings were refused, and the most frequent reason.' }),
  neighbours: object({
    total: count(0, 2 ** 31 - 1).required(),
    offline: count(0, 2 ** 31 - 1).required(),
    together: count(0, 2 ** 31 - 1)
      .required()
      .meta({ description: 'Offline, and last seen within ten minutes of this one.' }),
  })
    .nullable()
    .default(undefined)
    .meta({ description: `Gateways within ${NEIGHBOUR_KM} km that were ever seen; null without a position.` }),
})
export type GatewayAvailability = InferType<typeof gatewayAvailability>

/** Path of a gateway's availability. */
export function availabilityPath(gatewayId: string): string {
  return `/api/v1/gateways/${encodeURIComponent(gatewayId)}/availability`
}
