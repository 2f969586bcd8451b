import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from 'sql-template-tag'
import { databaseFault, type Database, type OnPayload, type Transaction } from './database'
import { decode, encode, type Column, type Wire } from './values'

/** An engine's result; all cells are text. */
export interface Answer {
  readonly columns: readonly Column[]
  readonly cells: readonly (string | null)[][]
  readonly rowCount: number
}

/** A connection, used by one caller at a time. */
export interface Connection {
  /** `waitMs`: the longest wait for the answer on PostgreSQL, where it is shorter than usual. */
  run(text: string, values: readonly Wire[], waitMs?: number): Promise<Answer>
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>
  /** Returns it to the engine, which discards a broken connection and one that is not `wanted`. */
  release(wanted?: boolean): void
}

/** The interface of an engine below `Database`. */
export interface Engine {
  readonly kind: Database['engine']
  /** Waits for a connection; throws 503 when none is free in time. */
  acquire(): Promise<Connection>
  listen(onPayload: OnPayload, onLost?: (error: unknown) => void): () => Promise<void>
  close(): Promise<void>
}

/** Builds the `Database` over an engine: queries and transactions. */
export function databaseOver(engine: Engine): Database {
  const inside = new AsyncLocalStorage<true>()

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (inside.getStore())
      throw new Error('Inside a transaction, query only through its `tx`: another query could deadlock with it')
    const connection = await engine.acquire()
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  }

  return {
    engine: engine.kind,
    query: <Row extends object>(sql: Sql) => withConnection((connection) => repeated(() => ask<Row>(connection, sql))),
    transaction: (work) => withConnection((connection) => inside.run(true, () => repeated(() => transact(connection, work)))),
    listen: (onPayload, onLost) => engine.listen(onPayload, onLost),
    close: () => engine.close(),
  }
}

/** Runs one statement on a connection and decodes its rows. */
export async function ask<Row extends object>(connection: Connection, sql: Sql): Promise<{ rows: Row[]; rowCount: number }> {
  const answer = await connection.run(sql.text, sql.values.map(encode))
  return { rows: decode<Row>(answer.columns, answer.cells), rowCount: answer.rowCount }
}

/** Most times that work is run while each run ends in a deadlock. */
const RUNS = 3

/** Runs a statement or transaction, and runs it again when the database ended it to resolve a deadlock. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work()
    } catch (error) {
      if (run === RUNS || databaseFault(error)?.code !== '40P01') throw error
    }
  }
}

const ROLLED_BACK = 'A statement of this transaction failed: nothing of it was kept'

/**
 * Longest wait for the ROLLBACK after a cancelled statement: on Citus it may wait for the same hung worker, and the caller has waited enough.
 */
const ROLLBACK_MS = 500

/** Runs `work` between BEGIN and COMMIT. A failed statement rolls the transaction back even when `work` swallowed its error. */
export async function transact<T>(connection: Connection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const state = { failed: false, over: false }
  const tx: Transaction = {
    async query<Row extends object>(sql: Sql) {
      if (state.over) throw new Error('This transaction is over')
      try {
        return await ask<Row>(connection, sql)
      } catch (error) {
        state.failed = true
        throw error
      }
    },
    attempt: (part) => attempt(connection, state, part),
  }
  await connection.run('begin', [])
  try {
    const result = await work(tx)
    if (state.failed) throw new Error(ROLLED_BACK)
    state.over = true
    await connection.run('commit', [])
    return result
  } catch (error) {
    state.over = true
    // The error that matters is thrown below; a connection that cannot roll back is lost, and its transaction with it.
    await connection.run('rollback', [], ROLLBACK_MS).catch(() => undefined)
    throw error
  }
}

/** Runs `part` between SAVEPOINT and RELEASE; rolls back to the savepoint when it fails. */
async function attempt<T>(connection: Connection, state: { failed: boolean; over: boolean }, part: () => Promise<T>): Promise<T> {
  if (state.failed || state.over) throw new Error(state.over ? 'This transaction is over' : ROLLED_BACK)
  await connection.run('savepoint attempt', [])
  try {
    const result = await part()
    if (state.failed) throw new Error(ROLLED_BACK)
    await connection.run('release savepoint attempt', [])
    return result
  } catch (error) {
    await connection.script('rollback to savepoint attempt; release savepoint attempt')
    state.failed = false
    throw error
  }
}
