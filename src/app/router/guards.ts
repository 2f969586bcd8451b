import { DASHBOARD_PATH } from '../../auth/returnUrl'
import type { Access } from './page'

export const SIGN_IN_PATH = '/sign-in'

/** The session as routing sees it. `signedOut`: a guest because they said so; they are not brought back to where they were. */
export type Visitor = 'guest' | 'signedOut' | 'session' | 'pending'

/** An address, as far as routing reads it. */
export interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
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
  if (/^\/(?:pages\/?)?$/.test(pathname)) return DASHBOARD_PATH
  if (access === 'session' && visitor === 'guest')
    return `${SIGN_IN_PATH}?returnUrl=${encodeURIComponent(safe(pathname + search + hash))}`
  if (access === 'guest' && visitor === 'session') return safe(new URLSearchParams(search).get('returnUrl'))
  return null
}
