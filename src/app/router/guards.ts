import type { PageHandle } from './page'

export const DASHBOARD_PATH = '/pages/dashboard'
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
  at: Address,
  pages: readonly PageHandle[],
  visitor: Visitor,
  safe: (raw: string | null) => string,
): string | null {
  if (/^\/(?:pages\/?)?$/.test(at.pathname)) return visitor === 'signedOut' ? SIGN_IN_PATH : DASHBOARD_PATH
  const access = pages.at(-1)?.access
  if (access === 'session' && visitor === 'signedOut') return SIGN_IN_PATH
  if (access === 'session' && visitor === 'guest')
    return `${SIGN_IN_PATH}?${new URLSearchParams({ returnUrl: safe(at.pathname + at.search + at.hash) }).toString()}`
  if (access === 'guest' && visitor === 'session') return safe(new URLSearchParams(at.search).get('returnUrl'))
  return null
}
