import type { ApiExtra } from './extra'

/** Milliseconds of silence after which a connection counts as lost: more than two of the server's heartbeats. */
const SILENCE_MS = 50_000
/** Milliseconds between two checks of the silence. */
const CHECK_MS = 5000

/** A signal that aborts after too long a silence, even when the computer, and with it the timers, slept. */
export function watchSilence({ sleep, now }: Pick<ApiExtra, 'sleep' | 'now'>) {
  const over = new AbortController()
  const ended = new AbortController()
  let lastAt = now()
  async function check(): Promise<void> {
    while (now() - lastAt < SILENCE_MS) await sleep(CHECK_MS, ended.signal)
    over.abort()
  }
  // The sleep rejects when the connection has ended.
  check().catch(() => undefined)
  const renew = () => {
    lastAt = now()
  }
  return { signal: over.signal, renew, end: () => ended.abort() }
}
