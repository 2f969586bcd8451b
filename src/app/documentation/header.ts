import { DASHBOARD_PATH, SIGN_IN_PATH } from '../../auth/returnUrl'

/** The session in this browser; `expired` until the console renews it. */
export type ReaderSession = 'none' | 'valid' | 'expired'

const words: Readonly<Record<ReaderSession, () => readonly (string | Node)[]>> = {
  none: () => ['Nobody is signed in here. ', link('Sign in', SIGN_IN_PATH), ' to try calls, or enter a token under Authorize.'],
  valid: () => ['“Try it out” sends calls with your session. Changes are real.'],
  expired: () => [
    'Your session has to be renewed. ',
    link('Open the console', DASHBOARD_PATH),
    ' and come back to try calls, or enter a token under Authorize.',
  ],
}

/** The bar above the documentation: a link to the console, and whether calls are sent with the session. */
export function createHeader() {
  const bar = element('header', 'reader-bar')
  const home = link('Frond API', DASHBOARD_PATH)
  home.className = 'reader-home'
  const state = element('p', 'reader-state')
  state.role = 'status'
  const file = link('OpenAPI document', '/api/v1/openapi.json')
  file.download = 'frond-openapi.json'
  bar.append(home, state, file)
  let shown: ReaderSession | null = null
  const show = (session: ReaderSession) => {
    if (session !== shown) state.replaceChildren(...words[session]())
    shown = session
  }
  return { bar, show }
}

function element(name: 'header' | 'p', className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}

function link(text: string, href: string): HTMLAnchorElement {
  const element = document.createElement('a')
  element.textContent = text
  element.href = href
  return element
}
