import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Jobs } from '../process/jobs'
import { isProblemError } from '../http/problems'
import { databaseFault, type Database, type Lag, type Queryable } from './database'
import { ask, type Connection } from './engine'
import { openPooled } from './postgres'

/** Longest wait in milliseconds for a standby to replay what a reader may have seen. */
const WAIT_MS = 200
/** Milliseconds for which a standby that is down, or too far behind, is not used. */
const AWAY_MS = 5000
const BEHIND_MS = 1000
/** A failed read on the standby is repeated on the primary only within these milliseconds; later, its caller has waited enough. */
const AGAIN_MS = 1000

/** Name of the job that fails while the standby is down. */
const JOB = 'standby_reads'

interface Options {
  readonly prepares: boolean
  readonly jobs: Pick<Jobs, 'note'>
}

/** Adds reads from a standby at `url` to the database. */
export function withReplica(primary: Database, url: string, { prepares, jobs }: Options): Database {
  const engine = openPooled(url, 'standby', { prepares })
  const readCounts = { standby: 0, primary: 0 }
  let isAway = false
  let notBefore = 0

  function lose(error: unknown): null {
    notBefore = performance.now() + AWAY_MS
    // Recorded once per outage, however many reads fail.
    if (!isAway) jobs.note(JOB, { error })
    isAway = true
    return null
  }

  /** Gets a connection to a standby that has replayed `position`; null when there is none in time. */
  async function caughtUp(position: string): Promise<Connection | null> {
    if (performance.now() < notBefore) return null
    const until = performance.now() + WAIT_MS
    const connecting = engine.acquire()
    const connection = await inTime(connecting, until).catch(lose)
    if (connection === null) return null
    if (connection === LATE) {
      // Its error adds nothing to the one noted here.
      void connecting.then((late) => late.release()).catch(() => undefined)
      return lose(new Error('The standby does not answer in time'))
    }
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 16)) {
      const asking = stateOf(connection, position)
      const state = await inTime(asking, until).catch(lose)
      if (state === 'there') {
        if (isAway) jobs.note(JOB, null)
        isAway = false
        return connection
      }
      if (state === 'behind' && performance.now() + pauseMs < until) {
        await sleep(pauseMs)
        continue
      }
      if (state === 'behind') notBefore = performance.now() + BEHIND_MS
      if (state === 'primary') lose(new Error('DATABASE_READ_URL does not lead to a standby'))
      if (state === LATE) lose(new Error('The standby does not answer in time'))
      // Its error was noted above.
      void asking.catch(() => undefined).finally(() => connection.release(state === 'behind'))
      return null
    }
  }

  function reads(position: string | null): Queryable {
    return {
      async query<Row extends object>(statement: Parameters<Queryable['query']>[0]) {
        const connection = position === null ? null : await caughtUp(position)
        if (connection !== null) {
          const began = performance.now()
          try {
            const answer = await ask<Row>(connection, statement)
            readCounts.standby += 1
            return answer
          } catch (error) {
            if (!isOfStandby(error) || performance.now() - began > AGAIN_MS) throw error
            if (isProblemError(error)) lose(error)
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
    const connection = await engine.acquire()
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
    // The lag is unknown when either server is away; `lose` records that the standby is.
    replica: { reads, lag: () => lag().catch(() => null), readCounts },
    async close() {
      await Promise.all([primary.close(), engine.close()])
    },
  }
}

const LATE = 'late' as const

function inTime<T>(work: Promise<T>, until: number): Promise<T | typeof LATE> {
  const end = new AbortController()
  const late = sleep(Math.max(0, until - performance.now()), LATE, { signal: end.signal, ref: false })
  return Promise.race([work, late.catch(() => LATE)]).finally(() => end.abort())
}

/** Compares the standby with a position. A server that is no standby was promoted or is the wrong one: its data may be stale. */
async function stateOf(connection: Connection, position: string): Promise<'there' | 'behind' | 'primary' | undefined> {
  const { rows } = await ask<{ state: 'there' | 'behind' | 'primary' }>(
    connection,
    sql`select case when not pg_is_in_recovery() then 'primary'
      when pg_last_wal_replay_lsn() >= ${position}::pg_lsn then 'there' else 'behind' end as state`,
  )
  return rows[0]?.state
}

/**
 * Whether the primary may repeat a read that failed on the standby: the standby is down, or cancelled the read because of a replayed
 * change.
 */
function isOfStandby(error: unknown): boolean {
  return (isProblemError(error) && error.statusCode === 503) || databaseFault(error)?.code === '40001'
}
