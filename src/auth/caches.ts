import { resetCaches, type AppStore } from '../api/store'
import type { Clock } from './ports'
import type { AuthActor } from './session'

/** Clears the cached answers when a session ends or another user's begins; the returned function stops it. */
export function resetCachesOnSessionChange(
  actor: AuthActor,
  store: Pick<AppStore, 'dispatch'>,
  { later }: Pick<Clock, 'later'>,
): () => void {
  const reset = () => resetCaches(store)
  // After the page has changed: screens that are still mounted would refetch.
  const resetLater = () => void later(0, reset)
  // At once when the next session's screens replace these: they must not find cached answers.
  const subscriptions = [actor.on('session.ended', resetLater), actor.on('session.switched', reset)]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
