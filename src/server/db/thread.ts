import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CHANNEL, type OnPayload } from './database'
import type { Answer } from './engine'
import type { Wire } from './values'

/** A request to the thread. */
export type Request =
  | { readonly kind: 'run'; readonly name: string | undefined; readonly text: string; readonly values: readonly Wire[] }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'close' }

interface Reply {
  readonly id: number
  readonly answer?: Answer
  readonly failure?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** The payload of a NOTIFY, which answers no request. */
  readonly payload?: string
}

/** PGlite on a folder in a thread of its own; answers one request after another. */
export interface Thread {
  ask(request: Request): Promise<Answer | undefined>
  /** False once it has ended; pending requests are rejected then. */
  alive(): boolean
}

/** Starts the thread; resolves when the database is open and listening, rejects with PGlite's message when it cannot be opened. */
export async function startThread(folder: string, onPayload: OnPayload): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, 'pgliteWorker.mjs'), { workerData: { dataDir: folder, channel: CHANNEL } })
  const pending = new Map<number, { resolve(answer: Answer | undefined): void; reject(error: unknown): void }>()
  let last = 0
  let alive = true

  function end(error: unknown): void {
    alive = false
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  const opened = new Promise<Answer | undefined>((resolve, reject) => pending.set(0, { resolve, reject }))
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The database thread ended with ${code}`)))
  worker.on('message', (reply: Reply) => {
    if (reply.payload !== undefined) return onPayload(reply.payload)
    const waiting = pending.get(reply.id)
    pending.delete(reply.id)
    if (reply.failure === undefined) waiting?.resolve(reply.answer)
    else waiting?.reject(Object.assign(new Error(reply.failure.message), reply.failure.fields))
  })
  await opened
  // Notifications received by the previous thread may be lost.
  onPayload(null)

  return {
    alive: () => alive,
    async ask(request) {
      if (!alive) throw new Error('The database thread has ended')
      const answer = await new Promise<Answer | undefined>((resolve, reject) => {
        last += 1
        pending.set(last, { resolve, reject })
        worker.postMessage({ id: last, ...request })
      })
      if (request.kind === 'close') await worker.terminate()
      return answer
    },
  }
}
