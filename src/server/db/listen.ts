import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CHANNEL, type Heard } from './database'

/** Between a connection that was lost and the next one, ms: at first, and at most. */
const FIRST_MS = 200
const LONGEST_MS = 5000
/** Between two looks whether the connection still carries, ms: a network that is gone says nothing. */
const PROBE_MS = 15_000

/** Listens over a connection of its own, and over another one whenever that is lost; the answer ends it. */
export function listenOver(
  connect: () => pg.Client,
  heard: Heard,
  lost: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  const end = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    let waitMs = FIRST_MS
    while (!end.signal.aborted) {
      const lasted = await hold(connect(), { heard, lost }, end.signal)
      waitMs = lasted ? FIRST_MS : Math.min(waitMs * 2, LONGEST_MS)
      // Many processes that lost the same server do not come back all at once.
      await sleep(waitMs * (0.75 + Math.random() / 2), undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  return async () => {
    end.abort()
    await running
  }
}

interface Listener {
  readonly heard: Heard
  readonly lost: (error: unknown) => void
}

/** Listens until the connection is lost or nobody wants to hear any more; false when there never was one. */
async function hold(client: pg.Client, { heard, lost }: Listener, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  const lose = (): void => over.abort()
  client.on('error', (error) => {
    lost(error)
    lose()
  })
  client.on('end', lose)
  client.on('notification', ({ payload }) => heard(payload ?? ''))
  signal.addEventListener('abort', lose)
  let listening = false
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    listening = true
    heard(null)
    while (!over.signal.aborted) {
      await sleep(PROBE_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
      if (!over.signal.aborted) await client.query('select 1')
    }
  } catch (error) {
    // Away, or cut off: the next connection is tried.
    lost(error)
  } finally {
    signal.removeEventListener('abort', lose)
    // One that does not answer any more is not waited for.
    await Promise.race([client.end().catch(() => undefined), sleep(1000, undefined, { ref: false })])
  }
  return listening
}
