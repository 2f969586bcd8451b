import type { BrowserContext, Request, Route } from 'playwright-core'
import type { Answer, CallName } from '../driver'
import { callAt, faults } from '../screens'

/** Stands between the pages and the real server: the session's calls wait until it is said how they end. */
export async function standBetween(context: BrowserContext) {
  const held: { readonly call: CallName; readonly route: Route }[] = []
  const failed = new WeakSet<Request>()
  let isHolding = false
  let isReloadLate = false
  let reloads = 0
  let token = ''
  const passing = new Set<Request>()
  context.on('requestfailed', (request) => {
    failed.add(request)
    passing.delete(request)
  })
  context.on('requestfinished', (request) => passing.delete(request))
  // The code of a part of the page that will ask for something once it is there.
  context.on('request', (request) => request.resourceType() === 'script' && passing.add(request))

  await context.route(/\/api\/v\d\//, async (route) => {
    const call = callAt(new URL(route.request().url()).pathname)
    if (call === 'stream') await route.continue()
    else if (call !== 'signOut' && (call !== 'request' || isHolding)) held.push({ call, route })
    else {
      passing.add(route.request())
      await route.continue()
    }
  })
  await context.route('**/pages/dashboard', async (route) => {
    if (!isReloadLate || !route.request().isNavigationRequest()) return route.continue()
    reloads += 1
    // No content: the browser stays where it is.
    return route.fulfill({ status: 204 })
  })

  // What keeps a page up to date asks by itself, for a token too: on a tour things happen because somebody does them.
  await context.route(/\/LiveStatus-[\w-]+\.js$/, (route) => route.abort())

  /** The real server's answer; tokens pass by here, and the last one is the session's, unless one is exchanged that was the one before's. */
  async function answer(route: Route): Promise<void> {
    const response = await route.fetch()
    const sent = route.request().headers()['authorization']
    if (sent !== undefined && sent !== `Bearer ${token}`) return route.fulfill({ response })
    const body = (await response.json().catch(() => null)) as { result?: { token?: string } } | null
    token = body?.result?.token ?? token
    await route.fulfill({ response })
  }

  const ends: Readonly<Record<Answer, (route: Route) => Promise<void>>> = {
    done: answer,
    offline: (route) => route.abort('internetdisconnected'),
    rejected: (route) => fulfil(route, 'rejected'),
    busy: (route) => fulfil(route, 'busy'),
  }

  return {
    hold(next: boolean): void {
      isHolding = next
    },
    /** The page's own reload leads nowhere yet. */
    delayReload(next: boolean): void {
      isReloadLate = next
      reloads = 0
    },
    reloads: () => reloads,
    /** Nothing but what is held back is on its way to a page that is still there. */
    isQuiet: () => [...passing].every((request) => request.frame().page().isClosed()),
    isHeld: (call: CallName) => held.some((one) => one.call === call && !failed.has(one.route.request())),
    /** How many calls are held back that somebody waits for. */
    heldBack: () => held.filter(({ route }) => !failed.has(route.request())).length,
    /** Ends the calls of this name that are held; a page that is gone hears nothing of it. */
    async end(call: CallName, outcome: Answer): Promise<void> {
      const those = held.filter((one) => one.call === call)
      for (const one of those) held.splice(held.indexOf(one), 1)
      await Promise.all(those.map(({ route }) => ends[outcome](route).catch(() => undefined)))
    },
    lastToken: () => token,
    setLastToken(next: string): void {
      token = next
    },
  }
}

function fulfil(route: Route, fault: keyof typeof faults): Promise<void> {
  const { status, headers, body } = faults[fault]
  return route.fulfill({ status, headers, json: body })
}
