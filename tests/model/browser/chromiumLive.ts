import type { BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { liveMachine } from '../../../machines/liveMachine'
import { EVENTS_PATH } from '../../../src/contract/constants'
import { inOrder } from '../flow'
import { holdStream } from '../heldStream'
import { LISTENS_AFTER_MS, pauseAfter, type LiveScreen } from '../liveScreen'
import type { MachineCoverage } from '../play'
import type { Setting, Watched } from '../screen'
import { drawOn, keepDrawing, watchMachine } from './inPage'

/** The inspector's recording of a step; see src/app/inspector. */
interface Entry {
  readonly value: string
  readonly transitions: readonly string[]
  readonly context: { readonly failures: number; readonly retryAfterMs: number | null }
}

const waiting = { timeout: 60_000, interval: 20 }
/** Milliseconds that pass at once while a page opens. */
const TICK_MS = 20

/** Opens a page in Chromium on the built product, signed in; the test moves its time and its stream of live events. */
export async function openChromiumLive(
  context: BrowserContext,
  { machine, held }: Setting,
  coverage: MachineCoverage,
): Promise<LiveScreen & Watched & { readonly page: Page; open(path: string): Promise<void> }> {
  let latest: Entry | undefined
  let isBegun = false
  const underWay = new Set<unknown>()
  await context.addInitScript(keepDrawing)
  await context.clock.install({ time: Date.now() })
  await context.addInitScript(drawOn)
  await context.clock.pauseAt(Date.now() + 60_000)
  const page = await context.newPage()
  await page.exposeFunction('frondTestStep', (entry: Entry) => {
    latest = entry
    for (const id of entry.transitions) coverage.take(id)
  })
  await page.addInitScript(watchMachine, machine)
  await page.addInitScript(`(${String(hold)})(${JSON.stringify(EVENTS_PATH)}, ${String(holdStream)})`)
  page.on('request', (request) => void (held.test(request.url()) || underWay.add(request)))
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  const now = () => latest ?? expect.unreachable('The live connection does not run')
  const pass = (ms: number) => page.clock.runFor(ms)
  return {
    page,
    async open(path) {
      latest = undefined
      isBegun = false
      underWay.clear()
      await page.goto(path)
      await vi.waitFor(async () => {
        await pass(TICK_MS)
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      }, waiting)
    },
    async show(isVisible) {
      await page.evaluate(
        (visibilityState) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
          document.dispatchEvent(new Event('visibilitychange'))
        },
        isVisible ? 'visible' : 'hidden',
      )
      if (!isBegun) await pass(LISTENS_AFTER_MS)
      isBegun = true
    },
    // The page may not have requested the connection yet.
    stream: (outcome) =>
      vi.waitFor(async () => {
        const go = (how: string) => (Reflect.get(window, 'frondTestStream') as (how: string) => boolean)(how)
        expect(await page.evaluate(go, outcome)).toBe(true)
      }, waiting),
    pass: (time) => pass(time === 'pause' ? pauseAfter(now().context) : time),
    goOnline: () => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    until: (check) => vi.waitFor(check, waiting),
    place: () => latest && inOrder(liveMachine, latest.value.split(' ')).join(' & '),
    sees: (words) => page.getByText(words).first().waitFor(),
    rests: () => vi.waitFor(() => expect([...underWay]).toEqual([]), waiting),
  }
}

/**
 * Runs in the page: holds the stream of live events. Sends it as a Request, so that it passes the script that keeps the context's other
 * pages without events.
 */
function hold(path: string, holding: typeof holdStream): void {
  const { fetch } = window
  const events = holding((request) => fetch(request))
  window.fetch = (input, init) =>
    typeof input === 'string' && input.includes(path) ? events.hold(new Request(input, init)) : fetch(input, init)
  Object.assign(window, { frondTestStream: events.go })
}
