import { replace, type LoaderFunction, type Path } from 'react-router-dom'
import { DASHBOARD_PATH, INVITED_PATH, safeReturnUrl, SIGN_IN_PATH } from '../auth/returnUrl'
import type { AuthActor, AuthSnapshot } from '../auth/sessionPort'

/**
 * Who may see a page. guest: redirects a signed-in user. session: redirects a guest to sign-in. either: redirects a guest who becomes
 * signed in, but no user who opens it. Other pages are open to all, because mails link to them.
 */
export type Access = 'guest' | 'session' | 'either'

/**
 * The session as routing sees it. `signedOut`: a guest who signed out deliberately, and is not returned to the last page. `signedIn`: a user
 * who was a guest until now.
 */
export type Visitor = 'guest' | 'signedOut' | 'session' | 'signedIn' | 'pending'

/** Restrict pages to the visitors that they are for. */
export interface Guards {
  /** The address to redirect the visitor to, or null when they may stay. */
  redirectOf(address: Path, access: Access, visitor?: Visitor): string | null
  /** The loader of a route for `access`. */
  readonly loader: (access: Access) => LoaderFunction
}

/** Creates guards that read the session's actor; `origin` is the console's own. */
export function createGuards(actor: AuthActor, origin: string): Guards {
  const safe = (raw: string | null) => safeReturnUrl(raw, origin)
  const guards: Guards = {
    redirectOf: (address, access, visitor = visitorOf(actor.getSnapshot())) => redirectOf(address, access, visitor, safe),
    loader:
      (access) =>
      ({ request }) => {
        const target = guards.redirectOf(new URL(request.url), access)
        return target === null ? null : replace(target)
      },
  }
  return guards
}

/**
 * The address to redirect a visitor to, or null when they may stay: without a token to sign-in with `returnUrl`, after it to
 * `returnUrl` or the dashboard; an address with empty parts, such as /pages//gateways, to the one without. A signed-in user who opens an
 * invitation is led to a page that keeps it. `safe` sanitises every return address.
 */
export function redirectOf(
  { pathname, search, hash }: Path,
  access: Access,
  visitor: Visitor,
  safe: (raw: string | null) => string,
): string | null {
  if (access === 'session' && visitor === 'signedOut') return SIGN_IN_PATH
  if (access === 'session' && /^\/(?:pages\/?)?$/i.test(pathname)) return DASHBOARD_PATH
  if (access === 'session' && visitor === 'guest')
    return `${SIGN_IN_PATH}?returnUrl=${encodeURIComponent(safe(pathname + search + hash))}`
  // No route matches an empty part: the page would stay blank.
  if (access === 'session' && pathname.includes('//')) return pathname.replaceAll(/\/{2,}/g, '/') + search + hash
  const isPassed = visitor === 'signedIn' ? access === 'session' : access !== 'guest' || visitor !== 'session'
  if (isPassed) return null
  const params = new URLSearchParams(search)
  return params.has('invitation') ? INVITED_PATH + search : safe(params.get('returnUrl'))
}

/** Says who is at the console: a guest, a signed-in user, or not known yet. */
export function visitorOf(snapshot: AuthSnapshot): Visitor {
  if (snapshot.hasTag('guest')) return 'guest'
  return snapshot.hasTag('session') ? 'session' : 'pending'
}
