import type { Page } from 'playwright-core'
import type { Local, Remote, Stored } from '../driver'
import { OUT_MS } from '../screens'
import type { standBetween } from './network'
import { claimsIn } from '../../support/session/tokens'
import { refreshed, tokenOfAdmin, tokenOfSomebodyElse } from './people'
import { fillStores, store } from './twoTabs'

const TTL_MS = 900_000

interface StorageDeps {
  readonly origin: string
  readonly page: Page
  readonly other: Page
  readonly network: Awaited<ReturnType<typeof standBetween>>
  /** The browser's time. */
  readonly now: () => Promise<number>
}

/** What happens to the browser's storage: from the other tab, from the page itself, and before the page opens. */
export function createStorageMoves({ origin, page, other, network, now }: StorageDeps) {
  async function storeNew(where: Page, token: string, left = TTL_MS): Promise<void> {
    await store(where, token, (await now()) + left)
    network.setLastToken(token)
  }

  const remotes: Readonly<Record<Remote, () => Promise<void>>> = {
    signIn: async () => storeNew(other, await tokenOfAdmin(origin)),
    storeNewer: async () => storeNew(other, await refreshed(origin, network.lastToken())),
    storeSomebodyElse: async () => storeNew(other, await tokenOfSomebodyElse(origin)),
    storeGarbage: async () => store(other, 'not a token', (await now()) + TTL_MS),
    storeEndedAgain: () => storeNew(other, network.lastToken()),
    signOut: () =>
      other.evaluate(
        (sessionId) => new BroadcastChannel('frond.auth').postMessage({ type: 'signedOut', sessionId }),
        claimsIn(network.lastToken()).sid,
      ),
    clearStorage: () => other.evaluate(() => localStorage.clear()),
    touchStorage: () =>
      other.evaluate(() => {
        const before = localStorage.getItem('token_expiration')
        localStorage.setItem('token_expiration', String(Number(before ?? 0) + 1))
        if (before === null) localStorage.removeItem('token_expiration')
      }),
  }

  const locals: Readonly<Record<Local, () => Promise<void>>> = {
    clear: () => page.evaluate(() => localStorage.clear()),
    storeSomebodyElse: async () => storeNew(page, await tokenOfSomebodyElse(origin)),
    block: () => fillStores(page),
  }

  const openings: Readonly<Record<Stored, () => Promise<unknown>>> = {
    nothing: () => page.goto('/sign-in'),
    async live() {
      await storeNew(other, await tokenOfAdmin(origin))
      return page.goto('/pages/dashboard')
    },
    async out() {
      await storeNew(other, await tokenOfAdmin(origin), -OUT_MS)
      return page.goto('/pages/dashboard')
    },
    async garbage() {
      await store(other, 'not a token', (await now()) + TTL_MS)
      return page.goto('/pages/dashboard')
    },
  }

  return { remotes, locals, openings }
}
