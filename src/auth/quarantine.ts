import type { Held } from './tokens'

/** How long after its end a session in storage is suspected to be a late refresh's, in milliseconds. */
const QUARANTINE_MS = 2_000

/** Knows the session that just ended again, should another tab's late refresh write it once more. */
export interface Quarantine {
  /** A session is over. */
  end(sessionId: string | null): void
  isResurrected(held: Held): boolean
}

/** Remembers which session ended, by this clock. */
export function createQuarantine(now: () => number): Quarantine {
  let endedAt = Number.NEGATIVE_INFINITY
  let ended: string | null = null
  return {
    end(sessionId) {
      endedAt = now()
      ended = sessionId
    },
    isResurrected: ({ sessionId }) => sessionId === ended && Math.abs(now() - endedAt) < QUARANTINE_MS,
  }
}
