import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database'
import { failingJobs } from './jobs'
import { metricsRoute } from './metrics'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /readyz answer 503, so that a load balancer sends requests elsewhere. */
    drain(): void
  }
}

/** Longest wait for the database in /readyz, in milliseconds. */
const READY_MS = 3000

/** Registers /healthz (the process runs), /readyz (it can answer calls) and /metrics. */
export function operationRoutes(app: FastifyInstance): void {
  const { db, settings, jobs } = app
  healthRoutes(
    app,
    () => whyNotReady(db),
    () => failingJobs(jobs),
  )
  metricsRoute(app, settings, jobs, db.replica)
}

/**
 * Registers /healthz and /readyz. `whyNot` returns the reason for not being ready, or null. Failing background jobs are listed but do not
 * make the process unready: it still answers calls, and the jobs fail in every other process too.
 */
export function healthRoutes(
  app: FastifyInstance,
  whyNot: () => Promise<string | null>,
  failing: () => readonly string[] = () => [],
): void {
  const state = { draining: false }
  app.decorate('drain', () => {
    state.draining = true
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = state.draining ? 'The server is shutting down' : await whyNot()
    reply.header('cache-control', 'no-store').code(reason === null ? 200 : 503)
    const failed = failing()
    return {
      ...(reason === null ? { status: 'ready' } : { status: 'not ready', reason }),
      ...(failed.length > 0 && { failingJobs: failed }),
    }
  })
}

async function whyNotReady(db: Database): Promise<string | null> {
  const late = sleep(READY_MS, 'late' as const, { ref: false })
  const probe = db.query(sql`select 1`).then(
    () => 'answered' as const,
    () => 'failed' as const,
  )
  return (await Promise.race([probe, late])) === 'answered' ? null : 'The database does not answer'
}
