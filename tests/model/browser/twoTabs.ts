import type { BrowserContext, Page } from 'playwright-core'
import { EVENTS_PATH } from '../../../src/contract/constants'
import type { MachineCoverage } from '../play'
import { drawOn, keepDrawing } from './inPage'

/** Milliseconds longer than the console waits for storage and locks, and shorter than it waits for anything else. */
const SHORT_MS = 300

/** The inspector's recording of a step; see src/app/inspector. */
interface Entry {
  readonly transitions: readonly string[]
  readonly value: string
  readonly context: { readonly failures?: number }
}

/** The recorder's message. */
interface Steps {
  readonly type: string
  readonly actor: { readonly machine: string }
  readonly entries: readonly Entry[]
}

export interface TwoTabs {
  readonly page: Page
  /** Another page of the same origin without a console, which shares its storage and channels. */
  readonly other: Page
  /** The console's last step, from its recorder. */
  last(): Entry | null
  /** Milliseconds until the console's next short timer runs out; 0: none is running. */
  shortMs(): Promise<number>
  /** Whether the console, except for `heldBack` calls, has its answers, has rendered them, and has sent nothing more meanwhile. */
  rests(heldBack: number): Promise<boolean>
  /** The time in both pages. */
  now(): Promise<number>
}

/** Opens two tabs with one clock, which stands until the test moves it. */
export async function openTwoTabs(context: BrowserContext, coverage: MachineCoverage): Promise<TwoTabs> {
  let last: Entry | null = null
  await context.addInitScript(keepDrawing)
  await context.clock.install({ time: Date.now() })
  await context.addInitScript(drawOn)
  await context.addInitScript((longest) => {
    const { setTimeout: start, clearTimeout: stop } = window
    const short = new Map<number, number>()
    Object.assign(window, {
      setTimeout(work: () => void, ms = 0) {
        const id = start(() => {
          short.delete(id)
          work()
        }, ms)
        if (ms <= longest) short.set(id, Date.now() + ms)
        return id
      },
      clearTimeout(id: number) {
        short.delete(id)
        stop(id)
      },
      frondTestShortMs: () => (short.size > 0 ? Math.max(Math.min(...short.values()) - Date.now(), 1) : 0),
    })
  }, SHORT_MS)
  await context.addInitScript(watchCalls, EVENTS_PATH)
  await context.clock.pauseAt(Date.now() + 60_000)
  const other = await context.newPage()
  await other.exposeFunction('frondTestEntry', (entry: Entry) => {
    for (const id of entry.transitions) coverage.take(id)
    last = entry
  })
  await other.goto('/healthz')
  await other.evaluate(() => {
    const tell = Reflect.get(globalThis, 'frondTestEntry') as (entry: unknown) => void
    new BroadcastChannel('frond.inspector').addEventListener('message', ({ data }: MessageEvent<Steps>) => {
      if (data.type === 'steps' && data.actor.machine === 'auth') data.entries.forEach(tell)
    })
  })
  const page = await context.newPage()
  const shortMs = () => page.evaluate(() => (Reflect.get(window, 'frondTestShortMs') as (() => number) | undefined)?.() ?? 0)
  const rests = (heldBack: number) =>
    page.evaluate((count) => (Reflect.get(window, 'frondTestRests') as (count: number) => Promise<boolean>)(count), heldBack)
  return { page, other, last: () => last, now: () => other.evaluate(() => Date.now()), shortMs, rests }
}

/** Runs in the page: counts its calls and their answers. */
function watchCalls(eventsPath: string): void {
  const { fetch, requestAnimationFrame: draw } = window
  let begun = 0
  let open = 0
  window.fetch = async (input, init) => {
    if (typeof input === 'string' && input.includes(eventsPath)) {
      const complain = Reflect.get(window, 'frondTestComplain') as (text: string) => void
      complain('the console listens for events, which tests/model/browser/network.ts was to prevent')
    }
    begun += 1
    open += 1
    try {
      const response = await fetch(input, init)
      await response.clone().arrayBuffer()
      return response
    } finally {
      open -= 1
    }
  }
  Object.assign(window, {
    async frondTestRests(heldBack: number) {
      if (open !== heldBack) return false
      const before = begun
      // Screens receive an answer with the next frame, and send their requests with the one after.
      for (let pictures = 0; pictures < 3; pictures += 1) await new Promise((resolve) => void draw(resolve))
      return open === heldBack && begun === before
    },
  })
}

/** Writes a token as another console would, its expiration first. */
export async function store(page: Page, token: string, expiresAt: number): Promise<void> {
  await page.evaluate(
    ([expiration, value]) => {
      localStorage.setItem('token_expiration', expiration)
      localStorage.setItem('token', value)
    },
    [String(expiresAt), token] as const,
  )
}

/** Fills both stores of the page. */
export async function fillStores(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage])
      for (let size = 4_194_304; size >= 1; size /= 2)
        try {
          for (let at = 0; at < 8; at += 1) store.setItem(`filler-${size}-${at}`, 'x'.repeat(size))
        } catch {
          // The store is full for this size.
        }
  })
}

/** Removes the filling again. */
export async function emptyStores(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (key.startsWith('filler-')) store.removeItem(key)
  })
}
