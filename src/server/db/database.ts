import type { Sql } from 'sql-template-tag'

/** Answers SQL; a connection or a transaction on it. Values always travel as parameters. */
export interface Queryable {
  query<Row extends object = Record<string, unknown>>(sql: Sql): Promise<{ rows: Row[]; rowCount: number }>
}

/** A transaction, for those who work in it. */
export interface Transaction extends Queryable {
  /** Runs a part of the work: when it rejects, what it did is undone, and the transaction goes on without it. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** The one channel of NOTIFY that Frond listens to. */
export const CHANNEL = 'frond'

/** Receives the payload of each NOTIFY; null when some may have been missed: at first, and after the connection was lost. */
export type OnPayload = (payload: string | null) => void

/** How far a standby is behind the database. */
export interface Lag {
  /** Bytes of the write-ahead log. */
  readonly bytes: number
  readonly seconds: number
}

/** A standby that follows the database and answers reads in its place. */
export interface Replica {
  /**
   * Answers reads, from the standby once it has all that was committed when the database told `position`. When that takes longer than
   * 200 ms or the standby is away, the database itself answers.
   */
  reads(position: string | null): Queryable
  /** Null while it does not answer. */
  lag(): Promise<Lag | null>
  /** Reads answered so far, by whom. */
  readonly answered: Readonly<Record<'standby' | 'primary', number>>
}

/** The database, whichever engine. */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  readonly replica?: Replica
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Await nothing in it but `tx`. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Listens to `CHANNEL` until the returned function is called, over its own connection, reopened when it is lost (`onLost` gets the error). */
  listen(onPayload: OnPayload, onLost?: (error: unknown) => void): () => Promise<void>
  close(): Promise<void>
}

/** What a driver's error says, for those who answer it: SQLSTATE, and the constraint that was violated. */
export interface DatabaseFault {
  readonly code: string
  readonly constraint: string | undefined
}

/** Reads a driver's error; null when it is not the database's. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !/^[0-9A-Z]{5}$/.test(error.code))
    return null
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  return { code: error.code === 'XX000' ? codeOfWorker(error.message) : error.code, constraint }
}

/** Citus passes on what a worker says to a COPY without its SQLSTATE. */
function codeOfWorker(message: string): string {
  if (message.startsWith('duplicate key value ')) return '23505'
  return message.startsWith('terminating connection ') ? '57P01' : 'XX000'
}
