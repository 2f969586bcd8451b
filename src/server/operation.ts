import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db/database'
import type { Deps } from './deps'
import { metricsRoute } from './metrics'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on /readyz says no, so that a balancer sends its calls elsewhere. */
    drain(): void
  }
}

/** Longest wait for the database before /readyz says no, ms. */
const READY_MS = 3000

/** /healthz: the process lives. /readyz: it can answer calls. /metrics: what it did. */
export function operationRoutes(app: FastifyInstance, { db, settings }: Pick<Deps, 'db' | 'settings'>): void {
  healthRoutes(app, () => whyNotReady(db))
  metricsRoute(app, settings)
}

/** /healthz and /readyz; `whyNot` answers the reason for not being ready, or null. */
export function healthRoutes(app: FastifyInstance, whyNot: () => Promise<string | null>): void {
  const state = { draining: false }
  app.decorate('drain', () => {
    state.draining = true
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = state.draining ? 'The server is shutting down' : await whyNot()
    reply.header('cache-control', 'no-store').code(reason === null ? 200 : 503)
    return reason === null ? { status: 'ready' } : { status: 'not ready', reason }
  })
}

async function whyNotReady(db: Database): Promise<string | null> {
  const late = sleep(READY_MS, 'late' as const, { ref: false })
  const asked = db.query(sql`select 1`).then(
    () => 'answered' as const,
    () => 'failed' as const,
  )
  return (await Promise.race([asked, late])) === 'answered' ? null : 'The database does not answer'
}
