import { resetCaches, type AppStore } from '../api/store'
import type { Clock } from './ports'
import type { AuthActor } from './session'

/** Empties the cached answers whenever a session ends or becomes another's; the answer stops it. */
export function keepCachesClean(
  actor: AuthActor,
  store: Pick<AppStore, 'dispatch'>,
  { later }: Pick<Clock, 'later'>,
): () => void {
  const reset = () => resetCaches(store)
  // After the page has been left: screens that are still mounted would send their requests again.
  const resetLater = () => void later(0, reset)
  // At once where the next one's screens take the place of these: they must find nothing.
  const subscriptions = [actor.on('session.ended', resetLater), actor.on('session.switched', reset)]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
