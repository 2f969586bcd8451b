import type { BrowserContext, Request, Route } from 'playwright-core'
import type { Answer, CallName } from '../driver'
import { callAt, faults } from '../screens'

/** Intercepts the requests from the pages to the real server: the session's calls wait until the test says how they end. */
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
  // Counts scripts as well: the code may send a request once it has loaded.
  context.on('request', (request) => request.resourceType() === 'script' && passing.add(request))

  await context.route(/\/api\/v\d\//, async (route) => {
    const call = callAt(new URL(route.request().url()).pathname)
    if (call === 'stream') await route.continue()
    else if (call !== 'signOut' && call !== 'account' && (call !== 'request' || isHolding)) held.push({ call, route })
    else {
      passing.add(route.request())
      await route.continue()
    }
  })
  await context.route('**/pages/dashboard', async (route) => {
    if (!isReloadLate || !route.request().isNavigationRequest()) return route.continue()
    reloads += 1
    // Status 204 (no content): the browser stays on its page.
    return route.fulfill({ status: 204 })
  })

  // Blocks the live updates, which send requests, even for a token, by themselves: on a tour, every request has a step that causes it.
  await context.route(/\/LiveStatus-[\w-]+\.js$/, (route) => route.abort())

  /**
   * Fulfils with the real server's answer, and remembers the session's last token; ignores answers to cancelled requests and to requests with
   * an older token.
   */
  async function answer(route: Route): Promise<void> {
    const response = await route.fetch()
    const sent = route.request().headers()['authorization']
    if (failed.has(route.request()) || (sent !== undefined && sent !== `Bearer ${token}`)) return route.fulfill({ response })
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
    /** Delays the page's own reload, or no longer. */
    delayReload(next: boolean): void {
      isReloadLate = next
      reloads = 0
    },
    reloads: () => reloads,
    /** True when only held calls are under way to open pages. */
    isQuiet: () => [...passing].every((request) => request.frame().page().isClosed()),
    isHeld: (call: CallName) => held.some((one) => one.call === call && !failed.has(one.route.request())),
    /** The number of held calls that a page still waits for. */
    heldBack: () => held.filter(({ route }) => !failed.has(route.request())).length,
    /** Ends the held calls of this name; a closed page receives nothing. */
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
