import type { Locator, Page } from 'playwright-core'
import type { Run } from '../campaign'
import { PASSWORD } from '../matrix/accounts'
import type { Fault } from './faults'
import { screenFaults, typingLost, type Seen } from './judge'
import type { Proxy } from './proxy'
import type { Screen } from './screens'
import { type, values } from './typing'

/** Milliseconds that cover the console's time-out for a call. */
const PATIENCE_MS = 31_000
/** Longest wait for a screen to settle, in milliseconds. */
const SETTLE_MS = 12_000

/** A browser's page, and the proxy between it and the product. */
export interface Visitor {
  readonly page: Page
  readonly proxy: Proxy
  /** Uncaught errors since the last call. */
  uncaught(): string[]
}

/** A screen as it looks without a fault. */
export interface Known {
  readonly screen: Screen
  readonly heading: string
}

/** Looks at a screen without a fault; null: there is no such screen. Takes a form that cannot be submitted for a screen without one. */
export async function look({ page, proxy }: Visitor, screen: Screen): Promise<Known | null> {
  proxy.setFault(null)
  const nowhere = await leave(page)
  await reach(page, screen)
  const end = Date.now() + SETTLE_MS
  while (Date.now() < end) {
    const { heading, isLoading } = await see(page)
    if (heading !== null && heading !== nowhere && !isLoading) {
      const isSent = screen.sends !== null && (await page.getByRole('button', { name: screen.sends, exact: true }).count()) > 0
      return { screen: isSent ? screen : { ...screen, sends: null }, heading }
    }
    await pause(100)
  }
  return null
}

/**
 * Opens a screen under a fault, unless it follows another one; where it has a form that can be submitted, submits that under the fault, too,
 * unless the fault is slow: the proxy keeps saves from the server, and has no right answer to deliver late. A save that reached the server
 * would change the row that the next visits look for.
 */
export async function visit(run: Run, visitor: Visitor, { screen, heading }: Known, fault: Fault): Promise<void> {
  const { page, proxy } = visitor
  const tell = (what: string, example: string): void =>
    run.findings.add(`${what}, when ${fault.name}`, placeOf(screen.path), example)
  const nowhere = await leave(page)
  if (screen.after === undefined) {
    proxy.setFault(fault)
    await goTo(page, screen.path)
    if (fault.kind === 'hangs') await passTime(visitor)
    for (const what of await settled(visitor, fault, nowhere)) tell(what, JSON.stringify(await see(page)))
    proxy.setFault(null)
  }
  if (!(await recovers(page, screen, heading)))
    tell('a screen that does not come back', JSON.stringify([heading, await see(page)]))
  else if (fault.kind !== 'slow') await send(visitor, screen, fault, tell)
  for (const error of visitor.uncaught()) tell('an error that nobody caught', error)
}

/** Goes to a page that sends no request; returns its heading. A sign-in that waits for its second step is given up. */
async function leave(page: Page): Promise<string> {
  await press(page.getByRole('button', { name: 'Back to sign in', exact: true }))
  const inside = new URL(page.url()).pathname.startsWith('/pages/')
  await goTo(page, inside ? '/pages/nowhere-at-all' : '/nowhere-at-all')
  const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' })
  await nowhere.waitFor({ timeout: SETTLE_MS })
  return (await nowhere.textContent()) ?? ''
}

/** Waits until a screen has no faults, or its time is over; returns the faults left. */
async function settled({ page, proxy }: Visitor, fault: Fault, nowhere: string): Promise<string[]> {
  const end = Date.now() + SETTLE_MS
  let met = proxy.metCount()
  for (;;) {
    // On a busy machine a screen may send its call only after the time for it has passed.
    if (fault.kind === 'hangs' && proxy.metCount() > met) await page.clock.fastForward(PATIENCE_MS)
    met = proxy.metCount()
    const seen = await see(page)
    const faults = screenFaults(seen, fault.kind, proxy.metCount() > 0)
    const isThere = seen.heading !== nowhere && !(fault.kind === 'slow' && seen.isLoading)
    if ((faults.length === 0 && isThere) || Date.now() > end) return faults
    await pause(100)
  }
}

async function recovers(page: Page, screen: Screen, heading: string): Promise<boolean> {
  const end = Date.now() + SETTLE_MS
  while (Date.now() < end) {
    const seen = await see(page)
    if (seen.heading === heading && !seen.complains) return true
    const retry = page.getByRole('button', { name: 'Retry', exact: true }).first()
    // A page that calls its row deleted has its buttons disabled: people leave it.
    if (seen.isRefused || (seen.heading !== heading && (await retry.count()) === 0)) {
      await leave(page)
      await reach(page, screen)
      await pause(1000)
    } else await press(retry)
    for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await press(dismiss)
    await pause(150)
  }
  return false
}

/**
 * Presses a button that may disappear first, as when the page recovers by itself. A press that fails needs no word: the caller looks at the
 * page again, and reports one that does not come back.
 */
async function press(button: Locator): Promise<void> {
  if ((await button.count()) > 0) await button.click({ timeout: 500 }).catch(() => undefined)
}

/** Types into the screen's form and submits it under the fault; checks that it says so and that the typed text is still there. */
async function send(
  visitor: Visitor,
  { sends, types, readsNothing, after }: Screen,
  fault: Fault,
  tell: (what: string, example: string) => void,
): Promise<void> {
  if (sends === null) return
  const { page, proxy } = visitor
  const button = page.getByRole('button', { name: sends, exact: true }).first()
  // When the button does not appear, the click below fails and the visit reports that.
  await button.waitFor({ timeout: SETTLE_MS }).catch(() => undefined)
  const form = page.locator('main form').filter({ has: button })
  await type(form, types)
  const typed = await values(form)
  proxy.setFault(fault)
  await button.click({ timeout: 5000 }).catch((error: unknown) => tell('a form that cannot be sent', String(error)))
  const end = Date.now() + SETTLE_MS
  while (proxy.metCount() === 0 && Date.now() < end) await pause(50)
  if (proxy.metCount() === 0) return tell('a form that sends nothing', JSON.stringify([typed, await see(page)]))
  if (fault.kind === 'hangs') await passTime(visitor)
  // A success closes a form that reads nothing of it, as it should.
  if (fault.isSuccess !== true || readsNothing !== true) {
    while (!(await see(page)).complains && Date.now() < end + SETTLE_MS) await pause(50)
    if (!(await see(page)).complains) tell('a form that does not say what went wrong', JSON.stringify(await see(page)))
    // A second step without an answer is over: the server may have taken its code.
    const isOver = fault.kind === 'hangs' && after !== undefined
    const lost = isOver ? null : typingLost(typed, await values(form))
    if (lost !== null) tell('typing that is lost', `${lost}: ${JSON.stringify([typed, await values(form)])}`)
  }
  proxy.setFault(null)
}

async function see(page: Page): Promise<Seen & { readonly isLoading: boolean; readonly isRefused: boolean }> {
  return page.evaluate(() => {
    const shown = (one: Element): boolean => one.checkVisibility()
    const heading = [...document.querySelectorAll('h1')].find(shown)?.textContent ?? null
    const retries = [...document.querySelectorAll('button')].some((one) => shown(one) && one.textContent.trim() === 'Retry')
    const alerts = [...document.querySelectorAll('[role=alert]')].some((one) => shown(one) && one.textContent.trim() !== '')
    const isRefused = /There is no such|has been deleted|You are not allowed/.test(
      document.querySelector('main')?.innerText ?? '',
    )
    const isLoading = [...document.querySelectorAll('[aria-busy=true], .skeleton')].some(shown)
    const text = document.querySelector('main')?.innerText ?? document.body.innerText
    return { heading, text, complains: retries || alerts || isRefused, isLoading, isRefused }
  })
}

/** Opens a screen without a fault; signs in first where it follows a sign-in. */
async function reach(page: Page, { path, after }: Screen): Promise<void> {
  await goTo(page, path)
  if (after === undefined) return
  await page.getByLabel('Email').fill(after.email())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page.getByRole('button', { name: 'Login', exact: true }))
  // When the second step does not come, the visit reports that.
  await page
    .getByRole('heading', { level: 1, name: 'Second step' })
    .waitFor({ timeout: SETTLE_MS })
    .catch(() => undefined)
}

/** Navigates within the page, as a link of the console does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await pause(60)
}

async function passTime({ page, proxy }: Visitor): Promise<void> {
  const end = Date.now() + SETTLE_MS / 4
  while (proxy.metCount() === 0 && Date.now() < end) await pause(50)
  await page.clock.fastForward(PATIENCE_MS)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Replaces the id in a path. */
function placeOf(path: string): string {
  return path.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')
}
