import type { ApiExtra } from './extra'

/** A machine's timers on the clock of the composition root. */
export function clockOf(sleep: ApiExtra['sleep']) {
  return {
    setTimeout(work: (...args: unknown[]) => void, ms: number): AbortController {
      const cancelled = new AbortController()
      // Rejects only because the timer was cancelled.
      sleep(ms, cancelled.signal).then(work, () => undefined)
      return cancelled
    },
    clearTimeout: (timer: AbortController) => timer.abort(),
  }
}
