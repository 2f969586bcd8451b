import type { Held } from './tokens'

/** Milliseconds after a session's end in which its reappearance in storage is attributed to a late refresh. */
const QUARANTINE_MS = 2_000

/** Recognises the session that just ended, in case another tab's late refresh writes it again. */
export interface Quarantine {
  /** Records the end of a session. */
  end(sessionId: string | null): void
  isResurrected(held: Held): boolean
}

/** Remembers the session that ended last, by the given clock. */
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
