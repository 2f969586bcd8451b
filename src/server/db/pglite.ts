import type { OnPayload } from './database'
import type { Answer, Connection, Engine } from './engine'
import { unavailable } from './faults'
import { createStatementNames, isOutdated, type NameStatement } from './prepared'
import { startThread, type Request, type Thread } from './thread'
import { createTurns } from './turns'

/**
 * Longest wait for the one connection, in milliseconds; together with the statement's own time it stays under the five seconds that an
 * answer may take.
 */
const ACQUIRE_MS = 4000
/** Longest wait for the connection when closing, in milliseconds. */
const CLOSE_MS = 8000

/**
 * Opens PGlite on a folder in a thread of its own: one connection, used by one caller at a time in order of asking. Replaces at
 * the next call a thread that died, or that was ended because its prepared statements no longer fit.
 */
export async function openPglite(folder: string, acquireMs = ACQUIRE_MS): Promise<Engine> {
  const turns = createTurns()
  const listeners = new Set<OnPayload>()
  const nameOf = createStatementNames()
  const onPayload: OnPayload = (payload) => {
    for (const listener of listeners) listener(payload)
  }
  let thread = await startThread(folder, onPayload)
  let closed = false

  async function acquire(waitMs = acquireMs): Promise<Connection> {
    const end = await turns.take(waitMs, () => unavailable(new Error('The database is busy')))
    try {
      if (closed) throw new Error('The database is closed')
      if (!thread.alive()) thread = await startThread(folder, onPayload)
      return connectionTo(thread, nameOf, end)
    } catch (error) {
      end()
      throw unavailable(error)
    }
  }

  return {
    kind: 'pglite',
    acquire: () => acquire(),
    listen(listener) {
      listeners.add(listener)
      listener(null)
      return async () => void listeners.delete(listener)
    },
    async close() {
      if (closed) return
      const connection = await acquire(CLOSE_MS)
      closed = true
      try {
        await connection.script('checkpoint')
      } finally {
        await thread.ask({ kind: 'close' })
        connection.release()
      }
    },
  }
}

function connectionTo(thread: Thread, nameOf: NameStatement, release: () => void): Connection {
  async function ask(request: Request): Promise<Answer | undefined> {
    try {
      return await thread.ask(request)
    } catch (error) {
      if (isOutdated(error)) await thread.ask({ kind: 'close' })
      throw thread.alive() ? error : unavailable(error)
    }
  }
  return {
    async run(text, values) {
      return (await ask({ kind: 'run', name: nameOf(text), text, values })) ?? { columns: [], cells: [], rowCount: 0 }
    },
    async script(text) {
      await ask({ kind: 'script', text })
    },
    release,
  }
}
