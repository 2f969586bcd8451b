// Drives one page of Chromium under a profile and measures its steps.
import { chromium } from 'playwright-core'
import { withoutEvents } from '../quiet.mjs'
import { probe } from './probe.mjs'

/** A phone-like processor and network: 4 times slower, 1.6 Mbps down, 0.75 up, 150 ms a request; or none of it. */
export const profiles = {
  slow: { cpu: 4, network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } },
  none: null,
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Opens a page with cold caches. Unless the caller minds signals itself, they close the browser and end this process. */
export async function openPage(executablePath, profile, mindful = false) {
  const signals = { handleSIGINT: !mindful, handleSIGTERM: !mindful, handleSIGHUP: !mindful }
  const browser = await chromium.launch({ executablePath, args: [...flags, '--js-flags=--expose-gc'], ...signals })
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 900 } })).newPage()
  await page.addInitScript(probe)
  await page.addInitScript(withoutEvents)
  const devtools = await page.context().newCDPSession(page)
  const scripts = watchScripts(page)
  if (profile !== null) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', profile.network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu })
  }

  /** Loads a page; ms from the start of the navigation until `want` is seen. */
  async function go(url, want) {
    await page.goto(url, { waitUntil: 'commit' })
    return finish(
      await within(
        page.evaluate((wanted) => globalThis.frondProbe.watch(wanted, 'navigation'), want),
        `${url} to show ${want.selector}`,
      ),
    )
  }

  /** Does something once; ms from its first key or press until `want` is seen. */
  async function act(doing, want) {
    await page.evaluate((wanted) => void (globalThis.frondWatch = globalThis.frondProbe.watch(wanted, 'press')), want)
    await doing(page)
    return finish(
      await within(
        page.evaluate(() => globalThis.frondWatch),
        `a step to show ${want.selector}`,
      ),
    )
  }

  /** Goes back in the history; ms until `want` is seen. */
  async function back(want) {
    const seen = page.evaluate((wanted) => {
      const watched = globalThis.frondProbe.watch(wanted, 'now')
      history.back()
      return watched
    }, want)
    return finish(await within(seen, `the page before to show ${want.selector}`))
  }

  /** Does something that loads another document, as a plain link does. */
  async function leave(doing, want) {
    await doing(page)
    await page.waitForURL((url) => url.pathname === want.path, { waitUntil: 'commit' })
    return finish(
      await within(
        page.evaluate((wanted) => globalThis.frondProbe.watch(wanted, 'navigation'), want),
        `a page to show ${want.selector}`,
      ),
    )
  }

  async function finish({ from, ms }) {
    const loaded = scripts()
    await settle(page)
    return { ms, loaded, ...(await page.evaluate((since) => globalThis.frondProbe.seen(since), from)) }
  }

  /** Bytes of the JavaScript heap after garbage collection. */
  async function heap() {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }

  return { page, go, act, back, leave, heap, close: () => browser.close() }
}

/** Paths of the scripts and style sheets that have arrived so far. */
function watchScripts(page) {
  const arrived = new Set()
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) arrived.add(pathname)
  })
  return () => [...arrived]
}

/** Waits until the network and the page have been quiet for half a second. */
async function settle(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const quiet = () => performance.now() - Math.max(0, ...globalThis.frondProbe.tasks.map(([start, ms]) => start + ms))
    while (quiet() < 500) await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

async function within(promise, what) {
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited 60 s for ${what}.`)), 60_000)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
