import { replace, type LoaderFunction } from 'react-router-dom'
import { DASHBOARD_PATH, safeReturnUrl } from '../auth/returnUrl'
import type { AuthActor, AuthSnapshot } from '../auth/session'

export const SIGN_IN_PATH = '/sign-in'

/** Who pages are for. guest: a session is sent on. session: a guest is sent to sign-in. Others are open to anyone: mails link to them. */
export type Access = 'guest' | 'session'

/** The session as routing sees it. `signedOut`: a guest because they said so; they are not brought back to where they were. */
export type Visitor = 'guest' | 'signedOut' | 'session' | 'pending'

/** An address, as far as guards read it. */
export interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Keeps each visitor to the pages that are for them. */
export interface Guards {
  /** Where the visitor must go instead, or null when they may stay. */
  redirectOf(address: Address, access: Access, visitor?: Visitor): string | null
  /** The loader of a route with pages for `access`. */
  readonly loader: (access: Access) => LoaderFunction
}

/** Guards over the session's actor; `origin` is the console's own. */
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
 * Where a visitor must go instead, or null when they may stay. spec §4: without a token to sign-in with `returnUrl`, after it to
 * `returnUrl` or the dashboard. `safe` is the one function every return address passes.
 */
export function redirectOf(
  { pathname, search, hash }: Address,
  access: Access,
  visitor: Visitor,
  safe: (raw: string | null) => string,
): string | null {
  if (access === 'session' && visitor === 'signedOut') return SIGN_IN_PATH
  if (access === 'session' && /^\/(?:pages\/?)?$/.test(pathname)) return DASHBOARD_PATH
  if (access === 'session' && visitor === 'guest')
    return `${SIGN_IN_PATH}?returnUrl=${encodeURIComponent(safe(pathname + search + hash))}`
  if (access === 'guest' && visitor === 'session') return safe(new URLSearchParams(search).get('returnUrl'))
  return null
}

export function visitorOf(snapshot: AuthSnapshot): Visitor {
  if (snapshot.hasTag('guest')) return 'guest'
  return snapshot.hasTag('session') ? 'session' : 'pending'
}
