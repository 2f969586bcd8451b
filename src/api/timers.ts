import type { ApiExtra } from './extra'

/** The timers of a machine, over the clock that the composition root brings. */
export function clockOf(sleep: ApiExtra['sleep']) {
  return {
    setTimeout(work: (...args: unknown[]) => void, ms: number): AbortController {
      const cancelled = new AbortController()
      sleep(ms, cancelled.signal).then(work, () => undefined)
      return cancelled
    },
    clearTimeout: (timer: AbortController) => timer.abort(),
  }
}
