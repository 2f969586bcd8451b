import './app.css'
import './app/app.css'
import { createBrowserHistory } from 'history'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createConsole, type Console } from './app/createConsole'
import { createEnvironment } from './app/environment'
import { openKept } from './app/kept'
import { SIGN_IN_PATH } from './app/router/guards'
import { browserClock, browserSession } from './auth/browser'
import { PASSWORD_MIN } from './contract/constants'
import { noteLostStyle } from './ui/download'
import { mendLanguage } from './ui/languageTag'

/** Milliseconds after which the first page is painted and the network is free. */
const PAINTED_MS = 300

mendLanguage(navigator)
window.addEventListener('vite:preloadError', noteLostStyle)
const clock = browserClock(window)
const kept = openKept({
  databases: () => indexedDB,
  channel: () => new BroadcastChannel('frond.kept'),
  later: clock.later,
  document,
})
const environment = createEnvironment({
  now: clock.now,
  later: clock.later,
  tabStorage: () => sessionStorage,
  keptStorage: kept.store,
  document,
  savesData: matchMedia('(prefers-reduced-data: reduce)').matches,
})

/** What the server wrote into the page. */
function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/**
 * Where the server has the session inspector on, what records this page; null when the page is the inspector itself. Without the code
 * for it the console goes on.
 */
async function inspection() {
  const mode = import.meta.env.DEV ? 'send' : told('frond-inspector')
  if (mode === '') return undefined
  try {
    const { open } = await (location.pathname === '/inspector'
      ? import('./app/inspector/Inspector')
      : import('./app/inspector/recorder'))
    return open({ window, clock, listens: mode === 'send', channel: new BroadcastChannel('frond.inspector') })
  } catch {
    return undefined
  }
}

async function start(): Promise<void> {
  const inspect = await inspection()
  if (inspect === null) return
  const console = await createConsole({
    ...browserSession(window, clock, { google: told('frond-google'), facebook: told('frond-facebook') }),
    ...(inspect && { inspect }),
    environment,
    kept: kept.ready,
    history: createBrowserHistory({ window }),
    fetch: (input, init) => fetch(input, init),
    origin: window.location.origin,
    apiOrigin: told('frond-api-url'),
    live: true,
    passwordMin: Number(told('frond-password-min')) || PASSWORD_MIN,
  })
  await arrive(console)
  mount(console)
  const isGuest = console.session.actor.getSnapshot().hasTag('guest')
  if (isGuest && !environment.savesData) clock.later(PAINTED_MS, console.prefetch)
}

/** Goes to where the visitor may be, and brings its code, so that the first thing React shows is the page. */
async function arrive({ routing }: Console): Promise<void> {
  while (routing.redirect(routing.history.location));
  await routing.bring(routing.history.location.pathname)
}

/** A guest at sign-in to whom there is nothing to say sees the page already: React takes it over, with what was typed so far. */
function mount({ session, routing, element }: Console): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  const isSilent = session.actor.getSnapshot().context.reason === 'none'
  const prerendered = root.firstElementChild !== null && isSilent && routing.history.location.pathname === SIGN_IN_PATH
  const options = { onUncaughtError: fail }
  // In slices, between which the page answers.
  if (prerendered) startTransition(() => void hydrateRoot(root, element, options))
  else {
    root.replaceChildren()
    createRoot(root, options).render(element)
  }
  delete document.documentElement.dataset['start']
  document.querySelector('#start')?.remove()
}

/** What cannot go on says so where the page was, whether its code did not come or it failed; and the browser's console says why. */
function fail(error: unknown): void {
  reportError(error)
  delete document.documentElement.dataset['start']
  const words = document.querySelector<HTMLTemplateElement>('#broken')?.content.cloneNode(true)
  // React empties the page after it has told.
  clock.later(0, () => document.querySelector('#root')?.replaceChildren(words ?? ''))
}

start().catch(fail)
