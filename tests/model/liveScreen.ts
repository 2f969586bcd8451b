import type { LiveContext } from '../../machines/liveMachine'
import type { StreamOutcome } from './heldStream'

/** A page of the console, in whichever browser, whose time and whose stream of live events move as they are told. */
export interface LiveScreen {
  /** Brings the page to the front, or hides it behind another tab; the first time it begins to listen. */
  show(isVisible: boolean): Promise<void>
  /** Lets the stream of live events go on. */
  stream(outcome: StreamOutcome): Promise<void>
  /** Lets so many milliseconds pass, or the pause before the next attempt to connect. */
  pass(time: number | 'pause'): Promise<void>
  goOnline(): Promise<void>
}

/** Milliseconds after which a page that is shown begins to listen. */
export const LISTENS_AFTER_MS = 1000

/** How long the live connection waits at most before its next attempt, ms: as the server asks, or longer with each failure. */
export function pauseAfter({ askedMs, failures }: Pick<LiveContext, 'askedMs' | 'failures'>): number {
  return askedMs ?? 500 * 2 ** (failures - 1)
}
