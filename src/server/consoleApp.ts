import { fastify, type FastifyInstance } from 'fastify'
import { consoleRoutes } from './console'
import { securityHeaders } from './headers'
import { healthRoutes } from './operation'
import type { Settings } from './settings'

/** The console alone, for an API elsewhere (API_URL): no database, no calls, no secret. */
export function buildConsoleApp(settings: Settings, dir: string): FastifyInstance {
  const app = fastify({ logger: { level: settings.logLevel }, disableRequestLogging: settings.demo, exposeHeadRoutes: false })
  securityHeaders(app, settings)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: 'There is nothing here', code: 'not_found', requestId: request.id }),
  )
  healthRoutes(app, () => Promise.resolve(null))
  consoleRoutes(app, { dir, settings })
  return app
}
