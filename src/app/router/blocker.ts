import type { History } from 'history'
import type { BlockNavigation } from '../../ui/LeaveGuard'

/** Lets the leave guard stop navigations, and the session's own redirects through. */
export interface Blocker {
  readonly block: BlockNavigation
  /** Navigates although the guard holds: the session is over, there is nothing to stay for. */
  pass(navigate: () => void): void
}

/** A blocker over `history`; the browser's own question on closing the tab comes with `history.block`. */
export function createBlocker(history: Pick<History, 'block'>): Blocker {
  let lift: (() => void) | null = null
  return {
    block(ask) {
      lift = history.block(ask)
      return () => {
        lift?.()
        lift = null
      }
    },
    pass(navigate) {
      lift?.()
      lift = null
      navigate()
    },
  }
}
