import type { ApiExtra } from './extra'

/** Silence after which a connection counts as lost, ms: more than two heartbeats of the server. */
const SILENCE_MS = 50_000
/** Between two looks how long it has been silent, ms. */
const LOOK_MS = 5000

/** A signal that is aborted after a silence that is too long, even when the machine slept, and its timers with it. */
export function silenceOf({ sleep, now }: Pick<ApiExtra, 'sleep' | 'now'>) {
  const over = new AbortController()
  const ended = new AbortController()
  let lastAt = now()
  async function look(): Promise<void> {
    while (now() - lastAt < SILENCE_MS) await sleep(LOOK_MS, ended.signal)
    over.abort()
  }
  look().catch(() => undefined)
  const renew = () => {
    lastAt = now()
  }
  return { signal: over.signal, renew, end: () => ended.abort() }
}
