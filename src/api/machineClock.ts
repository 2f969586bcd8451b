import type { ApiExtra } from './extra'

/** The clock of the composition root, in XState’s format: for a machine’s timers. */
export function machineClock(sleep: ApiExtra['sleep']) {
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
