import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { isProblemError } from '../http/problems'
import type { Jobs } from '../process/jobs'
import { connectWritable, endClient, STATEMENT_MS } from './clients'
import type { Database, Workers } from './database'
import { tookTooLong, unavailable } from './faults'

/** Milliseconds between checks while a worker does not answer. */
const CHECK_MS = 1000
/** Name of the job that fails while a worker does not answer. */
const JOB = 'citus_workers'

interface Options {
  /** URL of the coordinator itself, not of a pooler: a connection that others used keeps connections to workers, which may hang. */
  readonly coordinatorUrl: string
  readonly jobs: Pick<Jobs, 'note'>
}

/**
 * Watches the workers of a Citus cluster. A worker that hangs holds each statement for it until the time-out, and with it a connection that
 * others need: so, once a statement took too long, checks all workers until all answer, and meanwhile refuses at once what needs the others.
 */
export function withWorkers(coordinator: Database, { coordinatorUrl, jobs }: Options): Database {
  let away: ReadonlySet<number> = new Set()
  const end = new AbortController()
  let watching: Promise<void> | null = null

  async function watch(): Promise<void> {
    do {
      away = await silentWorkers(coordinatorUrl).then(noted, () => away)
      // Rejects when the database is closed.
      if (away.size > 0) await sleep(CHECK_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    } while (away.size > 0 && !end.signal.aborted)
  }

  function noted(silent: ReadonlyMap<number, string>): ReadonlySet<number> {
    const names = [...silent.values()].join(', ')
    if (silent.size > 0) jobs.note(JOB, { error: new Error(`These workers of Citus do not answer: ${names}`) })
    else if (away.size > 0) jobs.note(JOB, null)
    return new Set(silent.keys())
  }

  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (isProblemError(error) && tookTooLong(error.cause) && !end.signal.aborted)
        watching ??= watch().finally(() => (watching = null))
      throw error
    }
  }

  const workers: Workers = {
    get away() {
      return away
    },
    async refuseAway(condition) {
      if (away.size === 0) return
      const { rows } = await coordinator.query(sql`
        select from sensors s
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('datapoints', s.id)
        where p.groupid = any(${[...away]}::integer[]) and ${condition} limit 1`)
      if (rows.length > 0) throw unavailable(new Error('The worker that holds these readings does not answer'))
    },
  }
  return {
    ...coordinator,
    query: (statement) => watched(coordinator.query(statement)),
    transaction: (work) => watched(coordinator.transaction(work)),
    workers,
    async close() {
      end.abort()
      await Promise.all([watching, coordinator.close()])
    },
  }
}

/** Finds the workers to which a new connection of the coordinator fails: their addresses, by their groups. */
async function silentWorkers(coordinatorUrl: string): Promise<ReadonlyMap<number, string>> {
  const client = await connectWritable(coordinatorUrl, STATEMENT_MS)
  try {
    const { rows } = await client.query<{ id: string; host: string; port: string }>(
      "select groupid as id, nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary'",
    )
    const silent = new Map<number, string>()
    for (const { id, host, port } of rows) {
      const text = 'select citus_check_connection_to_node($1, $2)::text as answers'
      const { rows: checked } = await client.query<{ answers: string }>(text, [host, port])
      if (checked[0]?.answers !== 'true') silent.set(Number(id), `${host}:${port}`)
    }
    return silent
  } finally {
    void endClient(client)
  }
}
