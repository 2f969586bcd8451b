import { randomUUID } from 'node:crypto'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { resources } from '../contract/index'
import { ownFirmwareRoutes } from './areas/gatewayOwnFirmware'
import { areaHooks } from './areas/index'
import { areaRoutes } from './areas/routes'
import { limitArrival, SLOW_ARRIVAL_MS } from './http/arrival'
import { sessionGuard } from './auth/guard'
import { sessionRoutes } from './auth/routes'
import { socialPage } from './auth/socialPage'
import { jsonBodies } from './http/body'
import { endConnections } from './http/connections'
import { compressAnswers } from './http/compression'
import { consoleRoutes } from './console/files'
import { crudRoutes } from './crud/routes'
import { analyticsRoutes } from './dashboard/counts'
import { decorated, type Deps } from './deps'
import { answerUnknown, errorAnswers } from './http/errors'
import { requireVersions } from './http/conditions'
import { liveStreams, type Pace } from './events/live'
import { eventRoutes } from './events/routes'
import { securityHeaders } from './http/headers'
import { logJobs } from './process/jobs'
import { loggerOptions, logRequests } from './process/logging'
import { mailRoutes } from './mail/routes'
import { collectOpenApi, openApiRoutes } from './http/openapi'
import { limitPipelining } from './http/pipelining'
import { operationRoutes } from './process/operation'
import { schemaController } from './http/schemaController'
import { documentSessions } from './auth/document'
import type { Settings } from './process/settings'
import { ingestRoutes } from './telemetry/routes'
import { unreadable } from './http/unreadable'

interface Options {
  /** Overrides the settings' log level. */
  readonly logger?: { readonly level: Settings['logLevel'] }
  /** Folder of the built console; without it, only the API is served. */
  readonly consoleDir?: string | null
  /** Folder of the built theme for the documentation page; without it, Swagger UI's default. */
  readonly readerDir?: string | null
  /** Intervals of the live streams. */
  readonly pace?: Pace
  /** Bytes from which answers are compressed. */
  readonly compressFrom?: number
}

/** Largest JSON body, in bytes. */
const BODY_MAX = 1_048_576

/** Builds the server without listening: all routes, in the order in which they guard each other. */
export async function buildApp(
  deps: Deps,
  { logger, consoleDir = null, readerDir = null, pace = {}, compressFrom }: Options = {},
): Promise<FastifyInstance> {
  const { settings } = deps
  const app = fastify({
    logger: loggerOptions(logger?.level ?? settings.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX,
    requestTimeout: SLOW_ARRIVAL_MS,
    exposeHeadRoutes: false,
    schemaController,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    ...unreadable,
  })
  await app.register(decorated, deps)
  await app.register(everyAnswer)
  await app.register(liveStreams, pace)
  await app.register(openCalls)
  await app.register(signedInCalls, { compressFrom })
  await openApiRoutes(app, readerDir)
  if (consoleDir !== null) await app.register(consoleRoutes, { dir: consoleDir, settings })
  return app
}

/** Hooks and handlers for every request. */
const everyAnswer = plugin(async (app) => {
  limitPipelining(app)
  errorAnswers(app)
  await app.register(securityHeaders, app.settings)
  jsonBodies(app)
  limitArrival(app)
  // No request log in the demo, whose terminal is read by a person.
  if (!app.settings.demo) logRequests(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  logJobs(app.jobs, app.log)
  endConnections(app)
})

/** Routes without a session. Metrics and documentation also cover the routes registered after them. */
const openCalls = plugin(async (app) => {
  operationRoutes(app)
  documentSessions(app)
  await collectOpenApi(app)
  sessionRoutes(app)
  ingestRoutes(app)
  ownFirmwareRoutes(app)
  mailRoutes(app)
  socialPage(app)
})

/** Routes that need a session, in a scope of their own: without a session, existing and unknown paths answer alike. */
async function signedInCalls(app: FastifyInstance, { compressFrom }: { compressFrom: number | undefined }): Promise<void> {
  // Excludes event streams, which are not JSON.
  await compressAnswers(app, { types: /^application\/json\b/, from: compressFrom })
  app.addHook('onRequest', sessionGuard(app))
  if (app.settings.requireIfMatch) requireVersions(app)
  for (const resource of resources) crudRoutes(app, resource, areaHooks[resource.name])
  for (const addRoutes of areaRoutes) addRoutes(app)
  analyticsRoutes(app)
  eventRoutes(app)
  app.all('/api', answerUnknown)
  app.all('/api/*', answerUnknown)
}
