import type { Jobs } from '../process/jobs'
import type { Engine } from './engine'

/** Milliseconds between maintenance runs. */
const EVERY_MS = 300_000

/** Replaces autovacuum and checkpointer, which PGlite lacks. The returned function stops it after a last run. */
export function startMaintenance(engine: Engine, jobs: Jobs): () => Promise<void> {
  const work = () => maintain(engine)
  const stop = jobs.every('database_maintenance', EVERY_MS, work)
  return async () => {
    await stop()
    await jobs.attempt('database_maintenance', work)
  }
}

/**
 * Vacuums, updates statistics, then writes a checkpoint. Queues for the connection before each statement, so that requests run in between.
 */
export async function maintain(engine: Engine): Promise<void> {
  for (const statement of ['vacuum (analyze)', 'checkpoint']) {
    const connection = await engine.acquire()
    try {
      await connection.script(statement)
    } finally {
      connection.release()
    }
  }
}
