import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { endClient } from './clients'
import { CHANNEL, type OnPayload } from './database'

/** First and longest pause before reconnecting, in milliseconds. */
const FIRST_MS = 200
const LONGEST_MS = 5000
/** Milliseconds between checks of the connection: a lost network raises no error by itself. */
const PROBE_MS = 15_000

/** Listens on a connection of its own and reconnects whenever it is lost; the returned function stops it. */
export function listenOver(
  connect: () => Promise<pg.Client>,
  onPayload: OnPayload,
  onLost: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  const end = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    let waitMs = FIRST_MS
    while (!end.signal.aborted) {
      const lasted = await connect()
        .then((client) => hold(client, { onPayload, onLost }, end.signal))
        .catch((error: unknown) => {
          // Not reachable: reports it and retries.
          onLost(error)
          return false
        })
      waitMs = lasted ? FIRST_MS : Math.min(waitMs * 2, LONGEST_MS)
      // Jitter, so that many processes do not reconnect at once. The wait rejects when listening stops.
      await sleep(waitMs * (0.75 + Math.random() / 2), undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  return async () => {
    end.abort()
    await running
  }
}

interface Listener {
  readonly onPayload: OnPayload
  readonly onLost: (error: unknown) => void
}

/** Listens until the connection is lost or `signal` aborts; false when it was lost before it listened. */
async function hold(client: pg.Client, { onPayload, onLost }: Listener, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  const lose = (): void => over.abort()
  client.on('error', (error) => {
    onLost(error)
    lose()
  })
  client.on('end', lose)
  client.on('notification', ({ payload }) => onPayload(payload ?? ''))
  signal.addEventListener('abort', lose)
  // Listening was stopped while it connected.
  if (signal.aborted) lose()
  let listening = false
  try {
    await client.query(`listen ${CHANNEL}`)
    listening = true
    onPayload(null)
    while (!over.signal.aborted) {
      // Rejects only because listening ended, which the loop's condition checks.
      await sleep(PROBE_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
      if (!over.signal.aborted) await client.query('select 1')
    }
  } catch (error) {
    // Connection lost: reports it and reconnects.
    onLost(error)
  } finally {
    signal.removeEventListener('abort', lose)
    // Does not wait for a connection that no longer answers.
    await Promise.race([endClient(client), sleep(1000, undefined, { ref: false })])
  }
  return listening
}
