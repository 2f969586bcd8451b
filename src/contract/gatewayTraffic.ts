import { array, number, object, type InferType } from 'yup'
import { BATCH_MAX, refusalCodes } from './datapoints'
import { anyCount, count, instant, oneOf, text } from './fields'
import { gateways } from './gateways'
import { itemPath } from './resource'

/** Path of the call that creates a gateway's key. */
export function gatewayKeyPath(gatewayId: string): string {
  return `${itemPath(gateways, gatewayId)}/key`
}

/** Answer of POST `/gateways/{id}/key`. The key is returned only once; it replaces the earlier one. */
export const gatewayKey = object({
  key: text(80).required().meta({ description: 'API key: the bearer token of POST /api/v1/datapoints. Returned only once.' }),
})

/** A batch that a gateway sent, and its outcome. */
const checkIn = object({
  at: instant().required(),
  stored: count(0, BATCH_MAX).required(),
  duplicates: count(0, BATCH_MAX).required(),
  refused: count(0, BATCH_MAX).required(),
  refusals: array(object({ code: oneOf(refusalCodes).required(), count: count(1, BATCH_MAX).required() })).meta({
    description: 'Number of refused readings by reason, most frequent first.',
  }),
  refusedReports: count(0, BATCH_MAX).meta({ description: 'Number of refused sensor reports, without readings.' }),
  unknown: count(0, BATCH_MAX).required(),
  firmwareVersion: text(60).required().nullable(),
})
export type CheckIn = InferType<typeof checkIn>

/** A sensor that a gateway reported and that is not registered. */
const unknownSensor = object({
  eui: text(40).required(),
  firstHeardAt: instant().required(),
  lastHeardAt: instant().required(),
})
export type UnknownSensor = InferType<typeof unknownSensor>

/** Maximum number of unregistered sensors listed on a gateway's page, latest first. */
export const UNKNOWN_MAX = 100

/** A gateway's traffic: when its key was created, its last check-ins, and the unregistered sensors that it reports. */
export const gatewayTraffic = object({
  keyCreatedAt: instant().required().nullable(),
  checkIns: array(checkIn).required(),
  unknownSensors: array(unknownSensor).required(),
})
export type GatewayTraffic = InferType<typeof gatewayTraffic>

/** Path of a gateway's traffic. */
export function trafficPath(gatewayId: string): string {
  return `${itemPath(gateways, gatewayId)}/traffic`
}

/** Days of online time on a gateway's page. */
export const UPTIME_DAYS = 90
/** Maximum distance of neighbouring gateways in kilometres: they may share the cause of an outage. */
export const NEIGHBOUR_KM = 5

/** Facts for diagnosing an offline gateway, and its online time. */
export const gatewayAvailability = object({
  days: array(object({ day: instant().required(), onlineS: number().min(0).required() }))
    .required()
    .meta({ description: 'Seconds online by day (UTC), oldest first; today so far. Days without any are omitted.' }),
  lastRefusal: object({ at: instant().required(), code: oneOf(refusalCodes).required(), count: count(1, BATCH_MAX).required() })
    .nullable()
    .default(undefined)
    .meta({
      description:
        'Last batch with refused readings, at most a day before the gateway was last seen, and the most frequent reason. Null: none.',
    }),
  neighbours: object({
    total: anyCount(),
    offline: anyCount(),
    together: anyCount().meta({ description: 'Number of offline gateways that were last seen within ten minutes of this one.' }),
  })
    .nullable()
    .default(undefined)
    .meta({ description: `Gateways within ${NEIGHBOUR_KM} km that were seen at least once. Null: the gateway has no position.` }),
})
export type GatewayAvailability = InferType<typeof gatewayAvailability>

/** Path of a gateway's availability. */
export function availabilityPath(gatewayId: string): string {
  return `${itemPath(gateways, gatewayId)}/availability`
}
