import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer, Connection, Engine } from './engine'
import { unavailable } from './faults'
import { createTurns } from './turns'
import type { Wire } from './values'

/** Longest wait for the one connection, ms. */
const ACQUIRE_MS = 4000

type Request = { kind: 'run'; text: string; values: readonly Wire[] } | { kind: 'script'; text: string } | { kind: 'close' }
interface Reply {
  readonly id: number
  readonly answer?: Answer
  readonly failure?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
}

/** A running thread that answers one request after another. */
interface Thread {
  ask(request: Request): Promise<Answer | undefined>
  /** False once it has died; what it was asked then fails with 503. */
  alive(): boolean
}

/** Opens PGlite on a folder, in a thread of its own; one connection, given to one caller at a time. A thread that dies is replaced. */
export async function openPglite(dataDir: string, options: { readonly acquireMs?: number } = {}): Promise<Engine> {
  const turns = createTurns()
  let thread = await startThread(dataDir)
  let closed = false

  async function acquire(): Promise<Connection> {
    if (closed) throw unavailable(new Error('The database is closed'))
    const end = await turns.take(options.acquireMs ?? ACQUIRE_MS, () => unavailable(new Error('The database is busy')))
    try {
      if (!thread.alive()) thread = await startThread(dataDir)
    } catch (error) {
      end()
      throw unavailable(error)
    }
    return connectionTo(thread, end)
  }

  return {
    kind: 'pglite',
    acquire,
    async close() {
      if (closed) return
      const connection = await acquire()
      closed = true
      await connection.script('checkpoint').finally(() => thread.ask({ kind: 'close' }))
    },
  }
}

function connectionTo(thread: Thread, end: () => void): Connection {
  return {
    async run(text, values) {
      const answer = await thread.ask({ kind: 'run', text, values })
      if (answer === undefined) throw new Error('The database thread gave no answer')
      return answer
    },
    async script(text) {
      await thread.ask({ kind: 'script', text })
    },
    release: end,
  }
}

async function startThread(dataDir: string): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, 'pgliteWorker.mjs'), { workerData: { dataDir } })
  const asked = new Map<number, { resolve(answer: Answer | undefined): void; reject(error: unknown): void }>()
  let last = 0
  let alive = true

  function die(error: unknown): void {
    alive = false
    for (const { reject } of asked.values()) reject(unavailable(error))
    asked.clear()
  }
  const ready = new Promise<Answer | undefined>((resolve, reject) => asked.set(0, { resolve, reject }))
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`The database thread ended with ${code}`)))
  worker.on('message', (reply: Reply) => {
    const waiting = asked.get(reply.id)
    asked.delete(reply.id)
    if (reply.failure === undefined) waiting?.resolve(reply.answer)
    else waiting?.reject(Object.assign(new Error(reply.failure.message), reply.failure.fields))
  })
  await ready

  return {
    alive: () => alive,
    async ask(request) {
      if (!alive) throw unavailable(new Error('The database thread is gone'))
      const answer = await new Promise<Answer | undefined>((resolve, reject) => {
        last += 1
        asked.set(last, { resolve, reject })
        worker.postMessage({ id: last, ...request })
      })
      if (request.kind === 'close') await worker.terminate()
      return answer
    },
  }
}
