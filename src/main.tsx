import './app.css'
import './app/app.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { createConsole, type Console } from './app/createConsole'
import { createEnvironment } from './app/environment'
import { openPersistentStore } from './app/persistentStore'
import { guestsPassed } from './app/routes'
import { browserClock, browserSession } from './auth/browser'
import { browserPasskeys } from './auth/passkeys'
import { SIGN_IN_PATH } from './auth/returnUrl'
import { PASSWORD_MIN } from './contract/constants'
import { noteLostStyle } from './ui/environment/codeLoader'
import { replaceInvalidLanguage } from './ui/text/languageTag'

/** Milliseconds after which the first page is painted and the network is free. */
const PAINTED_MS = 300

replaceInvalidLanguage(navigator)
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
  browserStorage: persistent.store,
  document,
  savesData: matchMedia('(prefers-reduced-data: reduce)').matches,
  imageOrigins: metaContent('frond-image-origins').match(/\S+/g) ?? [],
  registration: metaContent('frond-registration'),
  passwordMin: Number(metaContent('frond-password-min')) || PASSWORD_MIN,
})

/** Content of a `<meta>` setting that the server inserted; empty when absent. */
function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/**
 * Loads the recorder for the inspector, where the server has it on; null on the inspector's own page. A failed load is ignored: the console
 * works without it.
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
    // Set by beforePaint.ts.
    ...('passkeys' in document.documentElement.dataset && { passkeys: browserPasskeys }),
    factorRequired: metaContent('frond-second-factor') === 'required',
    environment: { ...environment, ...(inspect && { inspect }) },
    storageReady: persistent.ready,
    fetch: (input, init) => fetch(input, init),
    origin: window.location.origin,
    apiUrl: metaContent('frond-api-url'),
    live: true,
    onShown: clearStart,
  })
  mount(console)
  const isGuest = console.session.actor.getSnapshot().hasTag('guest')
  if (isGuest && !environment.savesData) clock.later(PAINTED_MS, console.prefetch)
}

/**
 * Renders the page of the address, or of where its guards redirect. Hydrates the prerendered sign-in page for a guest without a notice, and
 * keeps what was typed so far.
 */
function mount({ session, redirectOf, prefetchList, routes, discover, element }: Console): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  for (let target = redirectOf(location); target !== null; target = redirectOf(location)) history.replaceState(null, '', target)
  prefetchList(location)
  const options = { onUncaughtError: fail }
  const isSilent = session.actor.getSnapshot().context.reason === 'none'
  if (root.firstElementChild !== null && isSilent && location.pathname === SIGN_IN_PATH) {
    const router = createBrowserRouter(routes, { patchRoutesOnNavigation: discover, hydrationData: guestsPassed })
    // Hydrates in slices, so that the page stays responsive.
    startTransition(() => void hydrateRoot(root, element(router), options))
  } else {
    root.replaceChildren()
    createRoot(root, options).render(element(createBrowserRouter(routes, { patchRoutesOnNavigation: discover })))
  }
}

/** Removes what index.html showed until the first page. */
function clearStart(): void {
  delete document.documentElement.dataset['start']
  document.querySelector('#start')?.remove()
}

/** Shows a message in place of the page when its code did not load or failed, and reports the error to the browser's console. */
function fail(error: unknown): void {
  reportError(error)
  clearStart()
  const words = document.querySelector<HTMLTemplateElement>('#broken')?.content.cloneNode(true)
  // React empties the page after it has reported the error.
  clock.later(0, () => document.querySelector('#root')?.replaceChildren(words ?? ''))
}

start().catch(fail)
