/** The page after a sign-in without a return address. */
export const DASHBOARD_PATH = '/pages/dashboard'

export const SIGN_IN_PATH = '/sign-in'
/** The page of a signed-in user who opened an invitation. */
export const INVITED_PATH = '/invited'
const MAX_LENGTH = 2_048

/** Pages for guests: not valid as a return address after sign-in. */
const signedOutPages = [
  SIGN_IN_PATH,
  INVITED_PATH,
  '/sign-up',
  '/forgot-password',
  '/confirmation-instructions',
  '/reset-password',
  '/confirm',
]

/**
 * Sanitises a return address: a path of this console with query and hash, or the dashboard for anything else. Applied when the address is
 * written and when it is read, because anyone can craft one.
 */
export function safeReturnUrl(value: string | null | undefined, origin: string): string {
  if (value == null || value.length > MAX_LENGTH || !/^\/(?![/\\])/.test(value) || hasControls(value)) return DASHBOARD_PATH
  const url = parsed(value, origin)
  if (url === null || url.origin !== origin) return DASHBOARD_PATH
  const { pathname, search, hash } = url
  // After the parser has resolved dots, the path may begin with two slashes, which the next parser would read as another host.
  const path = decoded(pathname)
  return path === null || /\/\/|[\\%\u0000-\u001f\u007f]/.test(path) || isSignedOutPage(path)
    ? DASHBOARD_PATH
    : pathname + search + hash
}

function parsed(value: string, origin: string): URL | null {
  try {
    return new URL(value, origin)
  } catch {
    return null
  }
}

/** The path as a router decodes it; null when its percent-encoding is malformed. The caller refuses a path that is still encoded. */
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
