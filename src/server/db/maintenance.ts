import type { Jobs } from '../process/jobs'
import type { Engine } from './engine'

/** Between two times that it is cleared up, ms. */
const EVERY_MS = 300_000

/** PGlite has neither autovacuum nor a checkpointer: this is both. The answer ends it, and clears up a last time. */
export function startMaintenance(engine: Engine, jobs: Jobs): () => Promise<void> {
  const work = () => maintain(engine)
  const stop = jobs.every('database_maintenance', EVERY_MS, work)
  return async () => {
    await stop()
    await jobs.attempt('database_maintenance', work)
  }
}

/** Frees dead rows and renews statistics, then writes everything into its place; each statement waits its turn, so that callers come between. */
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
