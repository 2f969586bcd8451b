import type { Held } from './tokens'

/** How long after a sign-out a token in storage is suspected to be a late refresh's, in milliseconds. */
const QUARANTINE_MS = 2_000

/** Tells a new session from the one that just ended, should another tab's late refresh write it again. */
export interface Quarantine {
  /** A session is over. */
  end(sessionId: string | null): void
  /** Some tab stored this token on purpose. */
  announce(tokenId: string): void
  isResurrected(held: Held): boolean
}

/** Remembers which sessions ended, by this clock. */
export function createQuarantine(now: () => number): Quarantine {
  let endedAt = Number.NEGATIVE_INFINITY
  let endedSession: string | null = null
  let announced: string | null = null
  return {
    end(sessionId) {
      endedAt = now()
      endedSession = sessionId
    },
    announce(tokenId) {
      announced = tokenId
    },
    isResurrected({ tokenId, sessionId }) {
      const isOther = sessionId !== null && endedSession !== null && sessionId !== endedSession
      return Math.abs(now() - endedAt) < QUARANTINE_MS && tokenId !== announced && !isOther
    },
  }
}
