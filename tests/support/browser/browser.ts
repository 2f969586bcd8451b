import { writeFileSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { adminEmail, adminPassword } from '../../../src/tools/product'
import { demo, stopDemo } from './demo'
import { withoutEvents } from '../../../src/tools/quiet'

/** Chromium for the tests of one file. Pages must report no policy violations and no uncaught errors. */
export interface Chromium {
  /** Opens a new browser context: nothing stored, nobody signed in; with a profile folder, one with that profile's settings. */
  person(options?: BrowserContextOptions, profile?: string): Promise<BrowserContext>
  /** Opens a page in a new context. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** Opens a page in a new context, signed in as the administrator. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<Page>
}

/**
 * Features that each window would start beside its page: the two popups of an unseen address bar, and a spare process for the next site.
 * They cost more than the console's page itself. The rest is Playwright's own list, which this one replaces.
 */
const unwanted = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
  'PaintHolding,HttpsUpgrades,ThirdPartyStoragePartitioning,DestroyProfileOnBrowserClose,LensOverlay,MediaRouter',
  'AvoidUnnecessaryBeforeUnloadCheckSync,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,AimEnabled',
].join(',')

/** Path of Chromium with its windows. */
export const wholeChromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Launch options of every test: Chromium's headless shell where the machine has it. */
export const launch = {
  executablePath: process.env['CHROMIUM_SHELL'] || wholeChromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page lives for a second or two: compilers that optimize cost more than they save.
    '--js-flags=--no-maglev,--no-turbofan',
    `--disable-features=${unwanted}`,
  ],
  // Keeps the cache for Back and Forward on, as in everybody's Chromium.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
}

/** All pages of a context share a process: each would start two, one of them for the empty page before its first address. */
const shared = '--renderer-process-limit=1'

interface ChromiumOptions {
  /** Pages get live events; by default none, because with an open stream the network is never idle. */
  readonly live?: boolean
  /** Each page has its own process, so that none waits while another one works. */
  readonly separate?: boolean
}

/**
 * Starts Chromium before the tests of the calling file or block, on the file's own product with demo rows unless a page names another
 * origin; after each test closes its pages and checks their reports.
 */
export function startChromium({ live = false, separate = false }: ChromiumOptions = {}): Chromium {
  let browser: Browser | undefined
  let session: Readonly<Record<string, string>> | undefined
  let people: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch(separate ? launch : { ...launch, args: [...launch.args, shared] })
  })
  afterAll(async () => {
    await browser?.close()
    await stopDemo()
  })
  afterEach(async ({ task }) => {
    const reported = complaints
    const failed = task.result?.state === 'fail' || reported.length > 0
    await Promise.all(people.map((person) => put(person, failed ? task.name : null)))
    people = []
    complaints = []
    expect(reported).toEqual([])
  })

  async function person(given: BrowserContextOptions = {}, profile?: string): Promise<BrowserContext> {
    if (browser === undefined) throw new Error('Chromium is started before the tests of a file, not while it is read')
    const { baseURL = (await demo()).origin } = given
    const options = {
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce' as const,
      ...given,
      baseURL,
    }
    const context = await (profile === undefined
      ? browser.newContext(options)
      : // The shell ignores a profile's settings.
        chromium.launchPersistentContext(profile, { ...launch, ...options, executablePath: wholeChromium }))
    context.setDefaultTimeout(60_000)
    await context.exposeFunction('frondTestComplain', (text: string) => complaints.push(text))
    await context.addInitScript(reportViolations)
    if (!live) await context.addInitScript(withoutEvents)
    context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`))
    await context.tracing.start({ screenshots: false, snapshots: false })
    people.push(context)
    return context
  }

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await person(options)).newPage()
    await page.goto(path)
    return page
  }

  return {
    person,
    open,
    async openSignedIn(path, options = {}) {
      if (session === undefined) {
        const first = await open('/sign-in')
        await signIn(first)
        session = await first.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
      }
      // Stores the session from an address without scripts: to fill a context's storage itself, Playwright opens another page.
      const page = await open('/healthz', options)
      await page.evaluate((entries) => Object.assign(localStorage, entries), session)
      await page.goto(path)
      return page
    },
  }
}

let failures = 0

/** Closes a browser context; after a failed test, saves its pages to reports/browser as pictures and text, with a trace. */
async function put(person: BrowserContext, failed: string | null): Promise<void> {
  if (failed === null) {
    await person.tracing.stop()
    return person.close()
  }
  const name = `reports/browser/${failed.replace(/[^\w]+/g, '-').slice(0, 80)}-${(failures += 1)}`
  await person.tracing.stop({ path: `${name}.zip` })
  for (const [at, page] of person.pages().entries()) {
    await page.screenshot({ path: `${name}-${at}.png`, timeout: 3000 }).catch(noting(name))
    const text = await page.locator('body').ariaSnapshot({ timeout: 3000 }).catch(noting(name))
    if (text !== undefined) writeFileSync(`${name}-${at}.txt`, `${page.url()}\n\n${text}\n`)
  }
  await person.close()
}

/** Logs why a picture of a failed test could not be taken, e.g. of a page that hangs. */
export function noting(name: string): (error: unknown) => void {
  return (error) => process.stderr.write(`${name}: ${String(error)}\n`)
}

/** Runs in the page: reports each violation of the content security policy. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const complain: unknown = Reflect.get(globalThis, 'frondTestComplain')
    if (typeof complain === 'function')
      complain(
        `policy: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} (${event.sourceFile}:${event.lineNumber})`,
      )
  })
}

/** Fills in the sign-in page and waits for the dashboard. */
export async function signIn(page: Page, email = adminEmail, password = adminPassword): Promise<void> {
  await submitSignIn(page, email, password)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Fills in the sign-in page and presses Login. */
export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Navigates as a link of the console does, without reloading the page, and waits until the page before is gone. */
export async function goTo(page: Page, path: string): Promise<void> {
  const before = new URL(page.url()).pathname
  const heading = await page.getByRole('heading', { level: 1 }).first().elementHandle()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  if (path.split('?')[0] !== before) await page.waitForFunction((element) => !element?.isConnected, heading)
}
