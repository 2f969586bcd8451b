import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { adminEmail, adminPassword } from '../../../src/tools/product'
import { demo } from './demo'
import { ROLE, sessionPaths } from '../../../src/contract/constants'

/** Where the session's token is exchanged for the next one. */
export const REFRESH = '**/api/v1/auth/refresh_token'

/** The entries that hold the session. */
export interface Stored {
  readonly token: string | null
  readonly expiration: string | null
}

/** What all tabs of this browser share. */
export function storedIn(page: Page): Promise<Stored> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), expiration: localStorage.getItem('token_expiration') }))
}

/** Writes the session's entries as another tab would; null takes one away. */
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

/** Lets more time pass than a token lives, in every tab whose context has a clock of its own. */
export async function outliveToken(context: BrowserContext): Promise<void> {
  await context.clock.fastForward('00:16:00')
}

/** What a browser holds whose administrator has signed in, in a session of its own: what ends it ends nobody else's. */
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

/** A second, in milliseconds. */
const SECOND_MS = 1000

/** Makes `stopTimers` possible in the pages that this browser opens from now on. */
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
 * From now on no timer of a second or more runs out in this page. What it still does it does because it was told, and within a second of
 * its own time, however slow the machine is.
 */
export async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(() => (Reflect.get(window, 'frondTestStopTimers') as () => boolean)())
}

/** A page of the console's origin that has nothing of the console in it: a place to reach storage from. */
export async function bystander(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/api/v1/openapi.json')
  return page
}

/** Everything that this browser asks of the API from now on. */
export function requestsOf(context: BrowserContext): Request[] {
  const seen: Request[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) seen.push(request)
  })
  return seen
}

/** Those that asked for the next token. */
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
