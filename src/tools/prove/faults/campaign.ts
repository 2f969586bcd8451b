import { chromium, type Browser } from 'playwright-core'
import { ensureChromium } from '../../../../.scripts/chromium.mjs'
import { adminEmail, adminPassword } from '../../product'
import { freePort } from '../../freePort'
import { withoutEvents } from '../../quiet'
import type { Campaign, Run } from '../campaign'
import { clientOf } from '../http'
import { openStage, signIn } from '../stage'
import { faults, type Fault } from './faults'
import { startProxy, type Proxy } from './proxy'
import { signedInScreens, signedOutScreens } from './screens'
import { look, visit, type Known, type Visitor } from './visit'

export const faultsOfScreens: Campaign = {
  name: 'faults',
  about: 'Every screen in Chromium under every fault of the network, its form filled in and sent under it as well.',
  goal: `${faults.length} faults × every screen; none is blank, silent or stuck, and nothing typed is lost.`,
  engines: ['postgres'],
  async run(run) {
    const executablePath = await ensureChromium()
    const stage = await openStage(run)
    const port = await freePort()
    const product = await stage.start({
      FROND_REGISTRATION: 'open',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      FROND_ACCESS_TOKEN_S: '43200',
    })
    const proxy = await startProxy(product.origin, port)
    run.later(() => proxy.close())
    const client = clientOf(product.origin, 2)
    run.later(async () => client.stop())
    const inside = await signedInScreens(client, (await signIn(client)).token)
    const outside = await signedOutScreens(client)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    run.later(() => browser.close())
    const groups = [
      { screens: inside, isSignedIn: true },
      { screens: outside, isSignedIn: false },
    ]
    const counts = { faults: faults.length, screens: 0, 'of them with a form': 0, visits: 0 }
    const screens: Met[] = []
    for (const { screens: some, isSignedIn } of groups) {
      const visitor = await openVisitor(browser, proxy, isSignedIn, false)
      for (const screen of some) {
        const known = await look(visitor, screen)
        if (known !== null) screens.push({ ...known, isSignedIn })
      }
      await visitor.page.context().close()
    }
    counts.screens = screens.length
    counts['of them with a form'] = screens.filter(({ screen }) => screen.sends !== null).length
    for (const fault of dealt(run, faults)) {
      if (run.isOver()) break
      counts.visits += await visitAll(run, { browser, proxy, screens: dealt(run, screens) }, fault)
      run.say(`  ${counts.visits} visits; ${fault.name}`)
    }
    return counts
  },
}

interface Met extends Known {
  readonly isSignedIn: boolean
}

/** Shuffles the list, so that each short run leaves out something else. */
function dealt<T>({ dice }: Run, list: readonly T[]): T[] {
  return list
    .map((one) => [dice.next(), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one)
}

interface Survey {
  readonly browser: Browser
  readonly proxy: Proxy
  readonly screens: readonly Met[]
}

async function visitAll(run: Run, { browser, proxy, screens }: Survey, fault: Fault): Promise<number> {
  let visits = 0
  for (const isSignedIn of [true, false]) {
    const visitor = await openVisitor(browser, proxy, isSignedIn, fault.kind === 'hangs')
    for (const known of screens.filter((one) => one.isSignedIn === isSignedIn)) {
      if (run.isOver()) break
      await visit(run, visitor, known, fault)
      await known.screen.after?.refund()
      visits += 1
    }
    proxy.setFault(null)
    await visitor.page.context().close()
  }
  return visits
}

/** Opens a page in a new browser context. With `hasClock`, the page's clock can be moved forward. */
async function openVisitor(browser: Browser, proxy: Proxy, isSignedIn: boolean, hasClock: boolean): Promise<Visitor> {
  proxy.setFault(null)
  const context = await browser.newContext({ baseURL: proxy.origin, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await context.addInitScript(withoutEvents)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  await page.goto('/sign-in')
  // React owns the prerendered page: a navigation before that would not match it.
  await page.waitForFunction(() => Object.keys(document.querySelector('input') ?? {}).some((key) => key.startsWith('__react')))
  if (isSignedIn) {
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  }
  if (hasClock) await page.clock.install()
  return { page, proxy, uncaught: () => errors.splice(0) }
}
