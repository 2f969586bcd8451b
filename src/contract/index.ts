import { alertRules } from './alertRules'
import { alerts } from './alerts'
import { gatewayFirmwares } from './gatewayFirmwares'
import { gatewayHardwares } from './gatewayHardwares'
import { gateways } from './gateways'
import { humidityGroups } from './humidityGroups'
import { lightGroups } from './lightGroups'
import { notificationChannels } from './notificationChannels'
import { plantRequests } from './plantRequests'
import { plants } from './plants'
import { rollouts } from './rollouts'
import { sensors } from './sensors'
import { temperatureGroups } from './temperatureGroups'
import { troubleshoots } from './troubleshoots'
import { users } from './users'

/** Every resource of the API. Server routes, OpenAPI paths, cache tags and the conformance suite iterate over it. */
export const resources = [
  gateways,
  sensors,
  plants,
  plantRequests,
  troubleshoots,
  humidityGroups,
  temperatureGroups,
  lightGroups,
  gatewayHardwares,
  gatewayFirmwares,
  users,
  notificationChannels,
  alertRules,
  alerts,
  rollouts,
] as const

/** Name of a resource; also its cache tag. */
export type ResourceName = (typeof resources)[number]['name']
