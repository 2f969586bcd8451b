import sql from 'sql-template-tag'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { signal } from '../signal'

/**
 * Runs `work` until its transaction is about to commit, and holds its locks. Returns a function that commits and resolves to the result of
 * `work`. Commits at the end of the test at the latest.
 */
export async function heldCommit<T>(db: Database, work: (held: Database) => Promise<T>): Promise<() => Promise<T>> {
  const [ready, go] = [signal(), signal()]
  onTestFinished(() => go.give())
  const done = work({
    ...db,
    transaction: (step) =>
      db.transaction(async (tx) => {
        const result = await step(tx)
        ready.give()
        await go.given
        return result
      }),
  })
  await Promise.race([ready.given, done])
  return () => {
    go.give()
    return done
  }
}

/** Resolves when a statement waits for a lock; rejects after three seconds, before the statement's own time-out. */
export async function lockAwaited(db: Database): Promise<void> {
  const isAwaited = async () => {
    const { rows } = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    expect(rows).toHaveLength(1)
  }
  await vi.waitFor(isAwaited, { timeout: 3000 })
}
