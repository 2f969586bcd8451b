// Drives one page of Chromium under a profile and measures its steps.
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { withoutEvents } from '../quiet'
import { probe, type Frames, type Seen, type Since, type Want, type Watched } from './probe'

/** How much slower processor and network are made; null: as they are. */
export type Profile = {
  readonly cpu: number
  readonly network: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number }
} | null

/** The measurement of a step: ms, what the page observed, and the scripts and style sheets that had arrived by then. */
export type Step = Seen & { readonly ms: number; readonly loaded: readonly string[] }

type Doing = (page: Page) => Promise<unknown>

/** The session that a browser has before it opens a page. */
export type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A page under a profile. */
export interface Driven {
  readonly page: Page
  /** Loads a page; ms from the start of the navigation until `want` is seen. */
  go(url: string, want: Want): Promise<Step>
  /** Does something once; ms from its first key or press until `want` is seen. */
  act(doing: Doing, want: Want): Promise<Step>
  /** Goes back in the history; ms until `want` is seen. */
  back(want: Want): Promise<Step>
  /** Does something that loads another document, as a plain link does. */
  leave(doing: Doing, want: Want): Promise<Step>
  /** Turns the wheel over an element, through about 9 000 pixels in three seconds. */
  scroll(selector: string): Promise<Frames>
  /** Bytes of the JavaScript heap after garbage collection. */
  heap(): Promise<number>
  /** Paths of all requests so far. */
  requests(): readonly string[]
  /** The session, for another browser. */
  storage(): Promise<Storage>
  close(): Promise<void>
}

/** A phone-like processor and network: 4 times slower, 1.6 Mbps down, 0.75 up, 150 ms a request; or none of it. */
export const profiles = {
  slow: { cpu: 4, network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } },
  none: null,
} satisfies Record<string, Profile>

const WHEEL_TURNS = 30
const WHEEL_PIXELS = 300
const WHEEL_PAUSE_MS = 80

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

interface OpenOptions {
  /** The caller handles signals itself; otherwise they close the browser and end this process. */
  readonly handlesSignals?: boolean
  readonly session?: Storage | undefined
  /** The user prefers reduced data: the console prefetches nothing. */
  readonly savesData?: boolean
}

/** Opens a page with cold caches. */
export async function openPage(
  executablePath: string,
  profile: Profile,
  { handlesSignals = false, session, savesData = false }: OpenOptions = {},
): Promise<Driven> {
  const signals = { handleSIGINT: !handlesSignals, handleSIGTERM: !handlesSignals, handleSIGHUP: !handlesSignals }
  const args = [...flags, '--js-flags=--expose-gc', ...(savesData ? ['--enable-blink-features=PrefersReducedData'] : [])]
  const browser = await chromium.launch({ executablePath, args, ...signals })
  const viewport = { width: 1366, height: 900 }
  const page = await (await browser.newContext({ viewport, ...(session && { storageState: session }) })).newPage()
  await page.addInitScript(probe)
  await page.addInitScript(withoutEvents)
  const devtools = await page.context().newCDPSession(page)
  if (savesData)
    await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-data', value: 'reduce' }] })
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  if (profile !== null) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', profile.network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu })
  }

  const watched = (want: Want, since: Since, what: string): Promise<Watched> =>
    within(
      page.evaluate(([wanted, from]) => globalThis.frondProbe.watch(wanted, from), [want, since] as const),
      `${what} to show ${want.selector}`,
    )

  /** Waits for the watch that the page has started. */
  const begun = ({ selector }: Want, what: string): Promise<Watched> =>
    within(
      page.evaluate(() => globalThis.frondWatch),
      `${what} to show ${selector}`,
    )

  async function go(url: string, want: Want): Promise<Step> {
    // The page starts watching before its own scripts run. Started after the load, on a busy computer, it would notice the painted answer
    // late, and files prefetched in the meantime would count as needed for it.
    const watch = await page.addInitScript(
      (wanted) => void (globalThis.frondWatch = globalThis.frondProbe.watch(wanted, 'navigation')),
      want,
    )
    await page.goto(url, { waitUntil: 'commit' })
    const seen = await begun(want, url)
    await watch.dispose()
    return finish(seen)
  }

  async function act(doing: Doing, want: Want): Promise<Step> {
    await page.evaluate((wanted) => void (globalThis.frondWatch = globalThis.frondProbe.watch(wanted, 'press')), want)
    await doing(page)
    return finish(await begun(want, 'a step'))
  }

  async function back(want: Want): Promise<Step> {
    const seen = page.evaluate((wanted) => {
      const shown = globalThis.frondProbe.watch(wanted, 'now')
      history.back()
      return shown
    }, want)
    return finish(await within(seen, `the page before to show ${want.selector}`))
  }

  async function leave(doing: Doing, want: Want): Promise<Step> {
    await doing(page)
    await page.waitForURL((url) => url.pathname === want.path, { waitUntil: 'commit' })
    return finish(await watched(want, 'navigation', 'a page'))
  }

  async function scroll(selector: string): Promise<Frames> {
    const box = await page.locator(selector).first().boundingBox()
    if (box === null) throw new Error(`There is no ${selector} to scroll.`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height)
    const frames = page.evaluate((ms) => globalThis.frondProbe.frames(ms), WHEEL_TURNS * WHEEL_PAUSE_MS + 1000)
    for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
      await page.mouse.wheel(0, WHEEL_PIXELS)
      await sleep(WHEEL_PAUSE_MS)
    }
    return within(frames, `${selector} to be scrolled`)
  }

  async function finish({ from, ms }: Watched): Promise<Step> {
    await settle(page)
    const loaded = await loadedBy(page, from + ms)
    return { ms, loaded, ...(await page.evaluate((since) => globalThis.frondProbe.seen(since), from)) }
  }

  async function heap(): Promise<number> {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }

  const storage = () => page.context().storageState()
  return { page, go, act, back, leave, scroll, heap, requests: () => paths, storage, close: () => browser.close() }
}

/** Paths of the scripts and style sheets that had arrived at a moment of the page's clock, which excludes later prefetches. */
function loadedBy(page: Page, moment: number): Promise<string[]> {
  return page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).responseEnd <= until)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /\.(js|css)$/.test(path)),
    moment,
  )
}

/** Waits until the network and the page have been quiet for half a second. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const quiet = () => performance.now() - Math.max(0, ...globalThis.frondProbe.tasks.map(([start, ms]) => start + ms))
    while (quiet() < 500) await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited 60 s for ${what}.`)), 60_000)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
