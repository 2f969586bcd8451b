import { api } from '../api/api'
import type { AppStore } from '../api/store'
import type { Clock } from './ports'
import type { AuthActor } from './sessionPort'

/** Clears the cached answers when a session ends or another begins; the returned function stops it. */
export function resetCachesOnSessionChange(
  actor: AuthActor,
  { dispatch }: Pick<AppStore, 'dispatch'>,
  { later }: Pick<Clock, 'later'>,
): () => void {
  let cancelReset: () => void = () => undefined
  const reset = () => {
    cancelReset()
    dispatch(api.util.resetApiState())
  }
  // After the page has changed: screens that are still mounted would refetch.
  const resetLater = () => {
    cancelReset()
    cancelReset = later(0, reset)
  }
  // At once when the next session's screens replace these: they must not find cached answers. A session may start before the reset that its
  // predecessor's end has put off.
  const subscriptions = [
    actor.on('session.ended', resetLater),
    actor.on('session.started', reset),
    actor.on('session.switched', reset),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
