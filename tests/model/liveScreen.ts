import type { LiveContext } from '../../machines/liveMachine'
import type { StreamOutcome } from './heldStream'

/** A page of the console, in any browser, whose time and stream of live events the test moves. */
export interface LiveScreen {
  /** Brings the page to the front, or hides it behind another tab; when first shown, the page begins to listen. */
  show(isVisible: boolean): Promise<void>
  /** Decides how the stream of live events goes on. */
  stream(outcome: StreamOutcome): Promise<void>
  /** Lets some milliseconds pass, or the pause before the next attempt to connect. */
  pass(time: number | 'pause'): Promise<void>
  goOnline(): Promise<void>
}

/** Milliseconds from the first display of a page until it listens. */
export const LISTENS_AFTER_MS = 1000

/** Longest pause before the live connection's next attempt, in milliseconds: as the server asks, or longer with each failure. */
export function pauseAfter({ retryAfterMs, failures }: Pick<LiveContext, 'retryAfterMs' | 'failures'>): number {
  return retryAfterMs ?? 500 * 2 ** (failures - 1)
}
