import { resetCaches, type AppStore } from '../api/store'
import type { Clock } from './ports'
import type { AuthActor } from './session'

/** Empties the cached answers whenever a session ends or becomes another's; the answer stops it. */
export function keepCachesClean(
  actor: AuthActor,
  store: Pick<AppStore, 'dispatch'>,
  { later }: Pick<Clock, 'later'>,
): () => void {
  // After the page has been left: screens still mounted would ask anew.
  const reset = () => void later(0, () => resetCaches(store))
  const subscriptions = [actor.on('session.ended', reset), actor.on('session.switched', reset)]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
