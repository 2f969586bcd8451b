import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import type { InspectionEvent, SnapshotFrom } from 'xstate'
import type { liveMachine } from '../../../machines/liveMachine'
import { EVENTS_PATH } from '../../../src/contract/constants'
import { openApp } from '../../app/support/openApp'
import { testEnvironment } from '../../support/screens/environment'
import { createVirtualClock } from '../../support/session/virtualClock'
import { placeOf } from '../flow'
import { holdStream } from '../heldStream'
import type { MachineCoverage } from '../play'
import { LISTENS_AFTER_MS, pauseAfter, type LiveScreen } from '../liveScreen'
import type { Setting, Watched } from '../screen'
import type { Opened } from './reactScreen'

/** Opens the whole console in a DOM, on the real server; the test moves its time and its stream of live events. */
export async function openReactLive(
  { server, token, path, origin }: Opened,
  { machine }: Setting,
  coverage: MachineCoverage,
): Promise<LiveScreen & Watched> {
  const clock = createVirtualClock(Date.now())
  const events = holdStream((request) => fetch(request))
  let open = 0
  let latest: SnapshotFrom<typeof liveMachine> | undefined
  let isBegun = false

  function inspect(event: InspectionEvent): void {
    if (event.type === '@xstate.microstep' && event.actorRef.sessionId === event.rootId) coverage.inspect(event)
    if (event.type !== '@xstate.snapshot' || event.actorRef.sessionId !== event.rootId) return
    const snapshot = event.snapshot as SnapshotFrom<typeof liveMachine>
    if (snapshot.machine.id === machine && snapshot.status === 'active') latest = snapshot
  }
  const counted: typeof fetch = async (input, init) => {
    open += 1
    try {
      return await server.fetch(input, init)
    } finally {
      open -= 1
    }
  }
  await openApp({ fetch: counted, settings: server.settings }, path, {
    token,
    live: true,
    clock,
    environment: testEnvironment({ now: clock.now, later: clock.later, inspect }),
    fault(request) {
      const { pathname, search } = new URL(request.url)
      return pathname === EVENTS_PATH ? events.hold(new Request(`${origin}${pathname}${search}`, request)) : null
    },
  })
  await screen.findByRole('heading', { level: 1 })
  const visibility = (state: DocumentVisibilityState) =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  onTestFinished(() => void visibility('visible'))
  const now = () => latest ?? expect.unreachable('The live connection does not run')
  const pass = (ms: number) => act(() => clock.advance(ms))
  return {
    async show(isVisible) {
      visibility(isVisible ? 'visible' : 'hidden')
      await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
      if (!isBegun) await pass(LISTENS_AFTER_MS)
      isBegun = true
    },
    // The page may not have requested the connection yet.
    stream: (outcome) => waitFor(() => expect(events.go(outcome)).toBe(true)),
    pass: (time) => pass(time === 'pause' ? pauseAfter(now().context) : time),
    goOnline: () => act(async () => void window.dispatchEvent(new Event('online'))),
    until: (check) => waitFor(check, { timeout: 20_000, interval: 20 }),
    place: () => latest && placeOf(latest),
    sees: async (words) => void (await screen.findAllByText(words)),
    rests: () => waitFor(() => expect(open).toBe(0)),
  }
}
