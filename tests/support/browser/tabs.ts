import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { adminEmail, adminPassword } from '../../../src/tools/product'
import { demo } from './demo'
import { ROLE, sessionPaths } from '../../../src/contract/constants'

/** URL pattern of the session's refresh. */
export const REFRESH = '**/api/v1/auth/refresh_token'

/** The storage entries of the session. */
export interface Stored {
  readonly token: string | null
  readonly expiration: string | null
}

/** Reads the session's entries, which all tabs of the browser share. */
export function storedIn(page: Page): Promise<Stored> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), expiration: localStorage.getItem('token_expiration') }))
}

/** Writes the session's entries as another tab would; null removes one. */
export async function store(page: Page, entries: Partial<Stored>): Promise<void> {
  await page.evaluate(({ token, expiration }) => {
    const write = (key: string, value: string | null | undefined) => {
      if (value === null) localStorage.removeItem(key)
      else if (value !== undefined) localStorage.setItem(key, value)
    }
    write('token_expiration', expiration)
    write('token', token)
  }, entries)
}

/** Moves the clock past the token's lifetime, in every tab whose context has a clock of its own. */
export async function outliveToken(context: BrowserContext): Promise<void> {
  await context.clock.fastForward('00:16:00')
}

/** Signs in the administrator with a separate session, and returns it as a browser's storage: ending it affects no other test. */
export async function ownSession(): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const { origin } = await demo()
  const body = JSON.stringify({ email: adminEmail, password: adminPassword, role: ROLE })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${sessionPaths.signIn}`, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { result: { token: string; expires_at: number } }
  const stored = { token: result.token, token_expiration: String(Date.now() + result.expires_at * 1000) }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/** The shortest timer that `stopTimers` stops, in milliseconds. */
const SECOND_MS = 1000

/** Prepares the pages that this context opens from now on for `stopTimers`. */
export async function watchTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript((least) => {
    const { setTimeout: start } = window
    let isStopped = false
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => start(() => (isStopped && ms >= least ? undefined : work()), ms),
      frondTestStopTimers: () => (isStopped = true),
    })
  }, SECOND_MS)
}

/**
 * Stops all timers of a second or more in this page. Whatever it still does, it does because of a message, and within a second of its own
 * time, however slow the machine is.
 */
export async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(() => (Reflect.get(window, 'frondTestStopTimers') as () => boolean)())
}

/** Opens a page of the console's origin without the console, to reach storage from. */
export async function bystander(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/api/v1/openapi.json')
  return page
}

/** Collects all requests of this context to the API from now on. */
export function requestsOf(context: BrowserContext): Request[] {
  const seen: Request[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) seen.push(request)
  })
  return seen
}

/** Filters the requests that refresh the token. */
export function refreshesAmong(requests: readonly Request[]): Request[] {
  return requests.filter((request) => request.url().endsWith('/auth/refresh_token'))
}

export async function openArea(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  await shows(page, name)
}

/** Waits until the page shows this area's rows. */
export async function shows(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
}

export async function showsSignIn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
