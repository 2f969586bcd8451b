import type { FastifyInstance } from 'fastify'
import { activityRoutes } from '../activity/routes'
import { accountRoutes } from '../account/routes'
import { channelRoutes } from '../alerts/channelRoutes'
import { alertRoutes } from '../alerts/routes'
import { attentionRoutes } from '../dashboard/counts'
import { positionRoutes } from '../dashboard/positions'
import { trendRoutes } from '../dashboard/trends'
import { rolloutRoutes } from '../rollouts/routes'
import { readingRoutes } from '../telemetry/readRoutes'
import { gatewayKeyRoutes } from '../telemetry/routes'
import { gatewayFirmwareRoutes } from './gatewayFirmwareRoutes'
import { plantRequestRoutes } from './plantRequestRoutes'
import { plantRoutes } from './plantRoutes'
import { sensorRoutes } from './sensorRoutes'
import { troubleshootRoutes } from './troubleshootUpsert'

/** Routes of areas beyond CRUD; the surrounding scope has the session guard. */
export const areaRoutes: readonly ((app: FastifyInstance) => void)[] = [
  accountRoutes,
  activityRoutes,
  attentionRoutes,
  trendRoutes,
  positionRoutes,
  plantRequestRoutes,
  plantRoutes,
  troubleshootRoutes,
  gatewayFirmwareRoutes,
  gatewayKeyRoutes,
  readingRoutes,
  sensorRoutes,
  alertRoutes,
  channelRoutes,
  rolloutRoutes,
]
