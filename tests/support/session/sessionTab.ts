import { beforeEach, expect } from 'vitest'
import { createBrowserModel, type TabModel } from './browserModel'
import { standIn } from '../standIn'
import { placeOf } from './sessionChart'
import { createSessionServer } from './sessionServer'
import { loadConsole, type Console } from './sessionWorld'
import { createVirtualClock, type VirtualClock } from './virtualClock'

/** Lifetime of a token, in seconds. */
export const TTL_S = 900
export const MINUTE = 60_000
export const ada = { type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true } as const
export const bob = { ...ada, email: 'bob@example.com' } as const

interface TabParts {
  readonly clock: VirtualClock
  readonly server: ReturnType<typeof createSessionServer>
  readonly browser: ReturnType<typeof createBrowserModel>
  readonly tab: TabModel
}

/** Creates a browser's tab with its clock and server, for each test of a file. */
export function sessionTab() {
  let parts: TabParts | null = null
  beforeEach(() => {
    const clock = createVirtualClock()
    const server = createSessionServer(clock, { ttlS: TTL_S, graceMs: 0, latency: () => 20 })
    const browser = createBrowserModel(clock, 5)
    parts = { clock, server, browser, tab: browser.openTab() }
  })
  const part = <Name extends keyof TabParts>(name: Name): TabParts[Name] => standIn<TabParts[Name]>(() => parts?.[name] ?? null)
  const [clock, server, browser, tab] = [part('clock'), part('server'), part('browser'), part('tab')]

  /** Loads the console, by default in the tab. */
  const load = (at = tab): Promise<Console> => loadConsole(at, clock, server.fetch)

  /** Loads the console and signs in. */
  async function signedIn(into = tab, credentials: typeof ada | typeof bob = ada): Promise<Console> {
    const one = await load(into)
    one.session.actor.send(credentials)
    await clock.advance(200)
    expect(where(one)).toBe('session.authenticated')
    return one
  }
  return { clock, server, browser, tab, load, signedIn }
}

/** Returns the state of a session. */
export const where = ({ session }: Console): string => placeOf(session.actor.getSnapshot())

/** Lists the ends of sessions that a console emitted. */
export const ends = ({ emitted }: Console) => emitted.filter(({ type }) => type === 'session.ended')
