import './app.css'
import './app/app.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { createConsole, type Console } from './app/createConsole'
import { createEnvironment } from './app/environment'
import { SIGN_IN_PATH } from './app/guards'
import { openPersistentStore } from './app/persistentStore'
import { guestsPassed } from './app/routes'
import { browserClock, browserSession } from './auth/browser'
import { browserPasskeys, hasPasskeys } from './auth/passkeys'
import { PASSWORD_MIN } from './contract/constants'
import { noteLostStyle } from './ui/environment/download'
import { mendLanguage } from './ui/text/languageTag'

/** Milliseconds after which the first page is painted and the network is free. */
const PAINTED_MS = 300

mendLanguage(navigator)
window.addEventListener('vite:preloadError', noteLostStyle)
const clock = browserClock(window)
const persistent = openPersistentStore({
  databases: () => indexedDB,
  channel: () => new BroadcastChannel('frond.kept'),
  later: clock.later,
  document,
})
const environment = createEnvironment({
  now: clock.now,
  later: clock.later,
  tabStorage: () => sessionStorage,
  keptStorage: persistent.store,
  document,
  savesData: matchMedia('(prefers-reduced-data: reduce)').matches,
})

/** What the server wrote into the page. */
function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/**
 * Where the server has the inspector on, what records the machines of this page; null when the page is the inspector itself. Without its
 * code the console works all the same.
 */
async function inspection() {
  const mode = import.meta.env.DEV ? 'send' : metaContent('frond-inspector')
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
    ...browserSession(window, clock, { google: metaContent('frond-google'), facebook: metaContent('frond-facebook') }),
    ...(inspect && { inspect }),
    ...(metaContent('frond-passkeys') !== '' && hasPasskeys(window) && { passkeys: browserPasskeys }),
    factorRequired: metaContent('frond-second-factor') === 'required',
    environment: { ...environment, ...(inspect && { inspect }) },
    storageReady: persistent.ready,
    fetch: (input, init) => fetch(input, init),
    origin: window.location.origin,
    apiOrigin: metaContent('frond-api-url'),
    live: true,
    passwordMin: Number(metaContent('frond-password-min')) || PASSWORD_MIN,
    onShown: clearStart,
  })
  mount(console)
  const isGuest = console.session.actor.getSnapshot().hasTag('guest')
  if (isGuest && !environment.savesData) clock.later(PAINTED_MS, console.prefetch)
}

/**
 * Shows the page of the address that the visitor may be at. A guest at sign-in to whom there is nothing to say sees it already: React takes
 * it over, with what was typed so far.
 */
function mount({ session, redirectOf, readAhead, routes, discover, element }: Console): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  for (let target = redirectOf(location); target !== null; target = redirectOf(location)) history.replaceState(null, '', target)
  readAhead(location)
  const options = { onUncaughtError: fail }
  const isSilent = session.actor.getSnapshot().context.reason === 'none'
  if (root.firstElementChild !== null && isSilent && location.pathname === SIGN_IN_PATH) {
    const router = createBrowserRouter(routes, { patchRoutesOnNavigation: discover, hydrationData: guestsPassed })
    // In slices, between which the page answers.
    startTransition(() => void hydrateRoot(root, element(router), options))
  } else {
    root.replaceChildren()
    createRoot(root, options).render(element(createBrowserRouter(routes, { patchRoutesOnNavigation: discover })))
  }
}

/** Takes away what index.html showed until the first page. */
function clearStart(): void {
  delete document.documentElement.dataset['start']
  document.querySelector('#start')?.remove()
}

/** What cannot go on says so where the page was, whether its code did not come or it failed; and the browser's console says why. */
function fail(error: unknown): void {
  reportError(error)
  clearStart()
  const words = document.querySelector<HTMLTemplateElement>('#broken')?.content.cloneNode(true)
  // React empties the page after it has reported the error.
  clock.later(0, () => document.querySelector('#root')?.replaceChildren(words ?? ''))
}

start().catch(fail)
