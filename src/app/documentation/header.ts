import { DASHBOARD_PATH } from '../../auth/returnUrl'

/** The bar above the documentation: a link to the console, and the user whose session the calls use. */
export function header(token: string | null): HTMLElement {
  const bar = element('header', 'reader-bar')
  const home = link('Frond API', DASHBOARD_PATH)
  home.className = 'reader-home'
  const state = element('p', 'reader-state')
  if (token === null) {
    state.append('Nobody is signed in here. ', link('Sign in', '/sign-in'), ' to try calls, or enter a token under Authorize.')
  } else state.append('“Try it out” sends calls with your session. What you change is really changed.')
  const file = link('OpenAPI document', '/api/v1/openapi.json')
  file.download = 'frond-openapi.json'
  bar.append(home, state, file)
  return bar
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
