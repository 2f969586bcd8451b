import type { Engine } from './engine'

/** PGlite has neither autovacuum nor a checkpointer: this is both. */
export interface Maintenance {
  /** Clears up a last time. */
  stop(): Promise<void>
}

/** Clears up every `everyMs`: frees dead rows, renews the planner's statistics, lets go of old WAL. */
export function startMaintenance(engine: Engine, everyMs = 300_000): Maintenance {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // A database that is busy now is cleared up the next time.
    running = maintain(engine).catch(() => undefined)
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await maintain(engine).catch(() => undefined)
    },
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
