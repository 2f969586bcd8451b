import type { History, Location } from 'history'
import { safeReturnUrl } from '../../auth/returnUrl'
import type { AuthActor, AuthSnapshot } from '../../auth/session'
import { createBlocker, type Blocker } from './blocker'
import { redirectOf, type Visitor } from './guards'
import { bringPage, loadedPage, type LoadPage, type Page } from './page'

/** The app's way of moving about: guards, code on demand, and the session's own redirects. */
export interface Routing extends Pick<Blocker, 'block'> {
  readonly history: History
  /** The code of the page at an address. */
  loadOf(pathname: string): LoadPage
  /** Brings the code of an address; null when it is here. */
  bring(pathname: string): Promise<unknown> | null
  /** Sends the visitor elsewhere when they may not be at `location`; true when it did. */
  redirect(location: Location): boolean
  /** Follows the session: who signs in is sent on, whose session ends is sent to sign-in. The answer stops it. */
  follow(): () => void
}

interface Deps {
  readonly history: History
  readonly pageAt: (pathname: string) => Page
  readonly actor: AuthActor
  /** The console's own origin. */
  readonly origin: string
}

export function createRouting({ history, pageAt, actor, origin }: Deps): Routing {
  const { block, pass } = createBlocker(history)
  const safe = (raw: string | null) => safeReturnUrl(raw, origin)
  const send = (location: Location, visitor: Visitor) => {
    const target = redirectOf(location, pageAt(location.pathname).access, visitor, safe)
    if (target !== null) pass(() => history.replace(target))
    return target !== null
  }
  return {
    history,
    block,
    loadOf: (pathname) => pageAt(pathname).load,
    bring(pathname) {
      const { load } = pageAt(pathname)
      const inner = () => loadedPage(load)?.bring?.(pathname) ?? null
      const outer = bringPage(load)
      return outer === null ? inner() : outer.then(inner)
    },
    redirect: (location) => send(location, visitorOf(actor.getSnapshot())),
    follow() {
      let before = visitorOf(actor.getSnapshot())
      const subscription = actor.subscribe((snapshot) => {
        const visitor = visitorOf(snapshot)
        if (visitor === before) return
        before = visitor
        send(history.location, visitor === 'guest' && snapshot.context.reason === 'user' ? 'signedOut' : visitor)
      })
      return () => subscription.unsubscribe()
    },
  }
}

function visitorOf(snapshot: AuthSnapshot): Visitor {
  if (snapshot.hasTag('guest')) return 'guest'
  return snapshot.hasTag('session') ? 'session' : 'pending'
}
