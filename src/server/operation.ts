import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps'

/** Health, readiness and metrics. */
export function operationRoutes(app: FastifyInstance, _deps: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }))
}
