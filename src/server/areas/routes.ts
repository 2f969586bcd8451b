import type { FastifyInstance } from 'fastify'
import { activityRoutes } from '../activity/routes'
import { accountRoutes } from '../account/routes'
import { attentionRoutes } from './analytics'
import type { Deps } from '../deps'
import { readingRoutes } from '../telemetry/readRoutes'
import { gatewayKeyRoutes } from '../telemetry/routes'
import { gatewayFirmwareRoutes } from './gatewayFirmwareRoutes'
import { plantRequestRoutes } from './plantRequestRoutes'
import { plantRoutes } from './plantRoutes'
import { troubleshootRoutes } from './troubleshootUpsert'

/** The calls that areas have beyond the standard ones; the session guard stands before them. */
export const areaRoutes: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  accountRoutes,
  activityRoutes,
  attentionRoutes,
  plantRequestRoutes,
  plantRoutes,
  troubleshootRoutes,
  gatewayFirmwareRoutes,
  gatewayKeyRoutes,
  readingRoutes,
]
