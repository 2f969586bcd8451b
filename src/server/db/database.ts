import type { Sql } from 'sql-template-tag'

/** Runs SQL: the database, a connection or a transaction. Values are always sent as parameters. */
export interface Queryable {
  query<Row extends object = Record<string, unknown>>(sql: Sql): Promise<{ rows: Row[]; rowCount: number }>
}

/** A running transaction. */
export interface Transaction extends Queryable {
  /** Runs a part of the work in a savepoint: when it rejects, its changes are rolled back and the transaction continues. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** The only NOTIFY channel that Frond listens on. */
export const CHANNEL = 'frond'

/** Receives the payload of each NOTIFY; null when some may have been missed: at first, and after a lost connection. */
export type OnPayload = (payload: string | null) => void

/** Replication lag of a standby. */
export interface Lag {
  /** Bytes of the write-ahead log. */
  readonly bytes: number
  readonly seconds: number
}

/** A standby that answers reads for the primary. */
export interface Replica {
  /**
   * Returns a `Queryable` for reads: the standby, once it has replayed the log up to `position`; the primary when that takes longer than
   * 200 ms or the standby is down.
   */
  reads(position: string | null): Queryable
  /** Null while the standby does not answer. */
  lag(): Promise<Lag | null>
  /** Number of reads answered so far by each server. */
  readonly readCounts: Readonly<Record<'standby' | 'primary', number>>
}

/** The workers of a Citus cluster. */
export interface Workers {
  /** Groups of the workers that do not answer, as `pg_dist_node` has them. */
  readonly away: ReadonlySet<number>
  /** Throws 503 when one of them holds readings of a sensor `s` that matches `condition`. */
  refuseAway(condition: Sql): Promise<void>
}

/** The database, on either engine. */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  readonly replica?: Replica
  readonly workers?: Workers
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. In `work`, use `tx` only. When the database ended
   * the transaction to resolve a deadlock, `work` is run again: it must change nothing but the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Listens on `CHANNEL` until the returned function is called, on a connection of its own that is reopened when lost (`onLost` receives
   * the error).
   */
  listen(onPayload: OnPayload, onLost?: (error: unknown) => void): () => Promise<void>
  close(): Promise<void>
}

/** The SQLSTATE and the violated constraint of a driver's error. */
export interface DatabaseFault {
  readonly code: string
  readonly constraint: string | undefined
  /** What a unique index has already, as it compares it: a folded text, say. */
  readonly key: string | undefined
}

/** Extracts the fault from a driver's error; null when it is not the database's. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !/^[0-9A-Z]{5}$/.test(error.code))
    return null
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  // Key (folded(title))=(hoya carnosa) already exists.
  const key = 'detail' in error && typeof error.detail === 'string' ? /=\((.*)\)/s.exec(error.detail)?.[1] : undefined
  return { code: error.code === 'XX000' ? codeOfWorker(error.message) : error.code, constraint, key }
}

/** The sentences of libpq, by which Citus reports a connection to a worker that is lost. */
const lostWorker =
  /^(SSL SYSCALL error|SSL connection has been closed|server closed the connection|could not (send|receive) data|connection not open)/

/** Recovers the SQLSTATE that Citus drops from a worker's error. */
function codeOfWorker(message: string): string {
  if (message.startsWith('duplicate key value ')) return '23505'
  if (message.startsWith('terminating connection ')) return '57P01'
  return lostWorker.test(message) ? '08006' : 'XX000'
}
