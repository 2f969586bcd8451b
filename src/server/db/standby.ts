import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Jobs } from '../process/jobs'
import { ask, type Connection, type Engine } from './engine'
import { openPooled } from './postgres'

/** Longest wait in milliseconds for a standby to replay what a reader may have seen. */
const WAIT_MS = 200
/** Milliseconds for which a standby that is down, or too far behind, is not used. */
const AWAY_MS = 5000
const BEHIND_MS = 1000

/** Name of the job that fails while the standby is down. */
const JOB = 'standby_reads'

export interface StandbyOptions {
  readonly prepares: boolean
  readonly jobs: Pick<Jobs, 'note'>
}

/** Connections to a standby. */
interface Standby extends Pick<Engine, 'acquire' | 'close'> {
  /** Waits for a connection to the standby once it has replayed the log up to `position`; null when there is none in time. */
  acquireAt(position: string): Promise<Connection | null>
  /** Notes that the standby is down: for some seconds it gives no connection. */
  lose(error: unknown): void
}

/** Opens a pool of connections to the standby at `url`. */
export function openStandby(url: string, { prepares, jobs }: StandbyOptions): Standby {
  const pool = openPooled(url, 'standby', prepares)
  let isAway = false
  let notBefore = 0

  function lose(error: unknown): null {
    notBefore = performance.now() + AWAY_MS
    // Recorded once per outage, however many reads fail.
    if (!isAway) jobs.note(JOB, { error })
    isAway = true
    return null
  }

  async function acquireAt(position: string): Promise<Connection | null> {
    if (performance.now() < notBefore) return null
    const until = performance.now() + WAIT_MS
    const connecting = pool.acquire()
    const connection = await inTime(connecting, until).catch(lose)
    if (connection === null) return null
    if (connection === LATE) {
      // Its error adds nothing to the one noted here.
      void connecting.then((late) => late.release()).catch(() => undefined)
      return lose(new Error('The standby does not answer in time'))
    }
    return (await hasReplayed(connection, position, until)) ? connection : null
  }

  /** Waits until the standby has replayed the log up to `position`; otherwise releases the connection. */
  async function hasReplayed(connection: Connection, position: string, until: number): Promise<boolean> {
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 16)) {
      const asking = stateOf(connection, position)
      const state = await inTime(asking, until).catch(lose)
      if (state === 'there') {
        if (isAway) jobs.note(JOB, null)
        isAway = false
        return true
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
      return false
    }
  }

  return { ...pool, acquireAt, lose }
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
