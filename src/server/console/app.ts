import { randomUUID } from 'node:crypto'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { socialPage } from '../auth/socialPage'
import { endConnections } from '../http/connections'
import { consoleRoutes } from './files'
import { limitArrival } from '../http/arrival'
import { securityHeaders } from '../http/headers'
import { limitPipelining } from '../http/pipelining'
import { loggerOptions, logLevelOf, logRequests } from '../process/logging'
import { healthRoutes } from '../process/operation'
import type { Settings } from '../process/settings'
import { unreadable } from '../http/unreadable'

/** Builds a server for the console only, with the API elsewhere (API_URL): no database, no API routes, no secrets. */
export async function buildConsoleApp(settings: Settings, dir: string): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    logger: loggerOptions(logLevelOf(settings)),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    ...unreadable,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
  })
  limitPipelining(app)
  limitArrival(app)
  endConnections(app)
  if (!settings.demo) logRequests(app)
  await app.register(securityHeaders, settings)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: 'There is nothing here', code: 'not_found', requestId: request.id }),
  )
  // Otherwise it would answer with the console's page, and a monitor take this process for a failing one.
  app.get('/metrics', (_request, reply) => reply.callNotFound())
  healthRoutes(app, () => Promise.resolve(null))
  socialPage(app)
  await app.register(consoleRoutes, { dir, settings })
  return app
}
