import sql from 'sql-template-tag'
import { isProblemError } from '../http/problems'
import { databaseFault, type Database, type Lag, type Queryable } from './database'
import { ask } from './engine'
import { openStandby, type StandbyOptions } from './standby'

/** A failed read on the standby is repeated on the primary only within these milliseconds; later, its caller has waited enough. */
const AGAIN_MS = 1000

/** Adds reads from a standby at `url` to the database. */
export function withReplica(primary: Database, url: string, options: StandbyOptions): Database {
  const standby = openStandby(url, options)
  const readCounts = { standby: 0, primary: 0 }

  function reads(position: string | null): Queryable {
    return {
      async query<Row extends object>(statement: Parameters<Queryable['query']>[0]) {
        const connection = position === null ? null : await standby.acquireAt(position)
        if (connection !== null) {
          const began = performance.now()
          try {
            const answer = await ask<Row>(connection, statement)
            readCounts.standby += 1
            return answer
          } catch (error) {
            if (!isOfStandby(error) || performance.now() - began > AGAIN_MS) throw error
            if (isProblemError(error)) standby.lose(error)
          } finally {
            connection.release()
          }
        }
        readCounts.primary += 1
        return primary.query<Row>(statement)
      },
    }
  }

  async function lag(): Promise<Lag | null> {
    const { rows } = await primary.query<{ position: string }>(sql`select pg_current_wal_flush_lsn()::text as position`)
    const connection = await standby.acquire()
    try {
      const { rows: lags } = await ask<Lag>(
        connection,
        sql`select greatest(bytes, 0)::bigint as bytes,
            case when bytes <= 0 then 0 else extract(epoch from now() - pg_last_xact_replay_timestamp())::double precision end as seconds
          from (select ${rows[0]?.position}::pg_lsn - pg_last_wal_replay_lsn() as bytes) as behind where pg_is_in_recovery()`,
      )
      return lags[0] ?? null
    } finally {
      connection.release()
    }
  }

  return {
    ...primary,
    // The lag is unknown when either server is away; `Standby.lose` records that the standby is.
    replica: { reads, lag: () => lag().catch(() => null), readCounts },
    async close() {
      await Promise.all([primary.close(), standby.close()])
    },
  }
}

/**
 * Whether the primary may repeat a read that failed on the standby: the standby is down, or cancelled the read because of a replayed
 * change.
 */
function isOfStandby(error: unknown): boolean {
  return (isProblemError(error) && error.statusCode === 503) || databaseFault(error)?.code === '40001'
}
