import sql from 'sql-template-tag'
import type { Database } from '../../../src/server/db/database'

const ways = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']

/** The database with a planner that joins by nested loops, as it may choose by itself in a table that it misjudges. */
export function withNestedLoops(db: Database): Database {
  return {
    ...db,
    query: (statement) =>
      db.transaction(async (tx) => {
        await tx.query(sql`select set_config('enable_' || way, 'off', true) from unnest(${ways}::text[]) way`)
        return tx.query(statement)
      }),
  }
}
