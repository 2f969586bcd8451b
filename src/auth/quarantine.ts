import type { Clock } from './ports'
import type { SessionToken } from './tokens'

/** Milliseconds after a session's end in which its reappearance in storage is attributed to a late refresh. */
const QUARANTINE_MS = 2_000

/** Recognises the session that just ended, in case another tab's late refresh writes it again. */
export interface Quarantine {
  /** Records the end of a session. */
  end(sessionId: string | null): void
  isResurrected(sessionToken: SessionToken): boolean
}

/** Remembers the session that ended last. Measures by a timer, because the computer's clock may be set back. */
export function createQuarantine({ later }: Pick<Clock, 'later'>): Quarantine {
  let ended: string | null = null
  let stopTimer = () => {}
  return {
    end(sessionId) {
      stopTimer()
      ended = sessionId
      stopTimer = later(QUARANTINE_MS, () => (ended = null))
    },
    isResurrected: ({ sessionId }) => sessionId === ended,
  }
}
