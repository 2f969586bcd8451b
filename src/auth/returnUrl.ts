/** Where a sign-in leads when nothing else was asked for. spec §4. */
export const DASHBOARD_PATH = '/pages/dashboard'

const SIGN_IN_PATH = '/sign-in'
const MAX_LENGTH = 2_048

/** Pages for people without a session: going back to one after signing in would be going nowhere. */
const signedOutPages = [SIGN_IN_PATH, '/sign-up', '/forgot-password', '/confirmation-instructions', '/reset-password', '/confirm']

/**
 * A place of this console to go to after signing in: path, query and hash, or the dashboard if `value` is anything else. Used both
 * when the address is written and when it is read, since anybody can write it.
 */
export function safeReturnUrl(value: string | null | undefined, origin: string): string {
  if (value == null || value.length > MAX_LENGTH || !/^\/(?![/\\])/.test(value) || hasControls(value)) return DASHBOARD_PATH
  const url = parsed(value, origin)
  if (url === null || url.origin !== origin) return DASHBOARD_PATH
  const { pathname, search, hash } = url
  // What the parser made of dots may begin with two slashes, which the next parser takes for another host.
  const path = decoded(pathname)
  return path === null || /\/\/|[\\%\u0000-\u001f\u007f]/.test(path) || isSignedOutPage(path)
    ? DASHBOARD_PATH
    : pathname + search + hash
}

/** The sign-in page that leads back to `from`. spec §4. */
export function signInPath(from: string | null, origin: string): string {
  const target = safeReturnUrl(from, origin)
  return `${SIGN_IN_PATH}?returnUrl=${encodeURIComponent(target)}`
}

function parsed(value: string, origin: string): URL | null {
  try {
    return new URL(value, origin)
  } catch {
    return null
  }
}

/** The path as a router reads it, or null: what is encoded once more is nobody's address here. */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function hasControls(value: string): boolean {
  return /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/.test(value)
}

function isSignedOutPage(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  return path === '' || signedOutPages.some((page) => path === page || path.startsWith(`${page}/`))
}
