import type { ApiExtra } from './extra'

/** Milliseconds between two checks of the silence. */
const CHECK_MS = 5000

/** A signal that aborts after a silence of `ms`, even when the computer, and with it the timers, slept. */
export function watchSilence({ sleep, now }: Pick<ApiExtra, 'sleep' | 'now'>, ms: number) {
  const over = new AbortController()
  const ended = new AbortController()
  let lastAt = now()
  async function check(): Promise<void> {
    for (let left = ms; left > 0; left = ms - Math.abs(now() - lastAt)) await sleep(Math.min(left, CHECK_MS), ended.signal)
    over.abort()
  }
  // The sleep rejects when the connection has ended.
  check().catch(() => undefined)
  const renew = () => {
    lastAt = now()
  }
  return { signal: over.signal, renew, end: () => ended.abort() }
}
