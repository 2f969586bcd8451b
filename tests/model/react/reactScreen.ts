import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { openConsole } from '../../support/screens/console'
import type { TestServer } from '../../support/server/server'
import type { MachineCoverage } from '../play'
import { faultsAbout, lose, losing, type Ending, type Setting, type Screen, type Watched } from '../screen'

/** Where a screen opens, and for whom. */
export interface Opened {
  readonly server: TestServer
  readonly token: string
  readonly path: string
  /** The group that the server refuses to change. */
  readonly groupId: string
  /** The origin at which the server listens, for streams. */
  readonly origin: string
}

/** Opens a screen in a DOM, on the real server. */
export async function openReactScreen(
  { server, token, path, groupId }: Opened,
  { machine, held, content }: Setting,
  coverage: MachineCoverage,
): Promise<Screen & Watched> {
  const gate = createGate(server, held, groupId)
  let latest: AnyMachineSnapshot | undefined
  let finishReading: (read: string | null) => void = () => undefined

  function inspect(event: InspectionEvent): void {
    if (event.actorRef.sessionId !== event.rootId) return
    coverage.inspect(event)
    if (event.type !== '@xstate.snapshot') return
    const snapshot = event.snapshot as AnyMachineSnapshot
    if (snapshot.machine.id === machine && snapshot.status !== 'stopped') latest = snapshot
  }

  const { user } = await openConsole({ fetch: gate.fetch, settings: server.settings }, token, path, {
    environment: { inspect },
  })
  return {
    async press(button) {
      const found = (await screen.findAllByRole('button', { name: button })).at(-1)
      await waitFor(() => expect(found).toBeEnabled())
      await user.click(found ?? document.body)
    },
    async choose(label, name) {
      const file = new File([content], name)
      file.arrayBuffer = () =>
        new Promise((resolve, reject) => {
          finishReading = (read) => (read === null ? reject(new Error('Gone')) : resolve(new TextEncoder().encode(read).buffer))
        })
      await user.upload(await screen.findByLabelText(label), file)
    },
    async pick(label, values) {
      const box = await screen.findByLabelText<HTMLSelectElement>(label)
      await user.selectOptions(box, values.find((value) => value !== box.value) ?? '')
    },
    async pickFirst(label) {
      await user.click(await screen.findByRole('combobox', { name: label }))
      const options = await screen.findAllByRole('option')
      await user.click(options.find((option) => option.getAttribute('aria-disabled') !== 'true') ?? document.body)
    },
    async settle(ending) {
      // Outside act, which would hold back the rendering of what sends the call.
      const end = await gate.held()
      await act(() => end(ending))
    },
    read: (read) => act(async () => finishReading(read)),
    async type(label, text) {
      const box = await screen.findByRole('textbox', { name: label })
      await user.clear(box)
      await user.type(box, text)
    },
    tick: async (label) => user.click(await screen.findByRole('checkbox', { name: label })),
    async escape() {
      await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
      await user.keyboard('{Escape}')
      const question = screen.queryByRole('alertdialog', { name: losing })
      if (question !== null) await user.click(within(question).getByRole('button', { name: lose }))
    },
    goOnline: () => act(async () => void window.dispatchEvent(new Event('online'))),
    until: (check) => waitFor(check, { timeout: 20_000, interval: 20 }),
    place: () => latest && placeIn(latest),
    sees: async (words) => void (await screen.findAllByText(words)),
    rests: () => waitFor(() => expect(gate.isQuiet()).toBe(true)),
  }
}

function placeIn({ _nodes: nodes, machine }: AnyMachineSnapshot): string {
  const leaf = nodes.findLast(({ type }) => type === 'atomic' || type === 'final')
  return leaf?.id.slice(machine.id.length + 1) ?? ''
}

/** Intercepts the requests to the real server: calls that the table decides on wait until the test says how they end. */
function createGate(server: TestServer, held: RegExp, groupId: string) {
  const faults = faultsAbout(groupId)
  let open = 0
  let waiting: ((ending: Ending) => Promise<void>) | null = null

  async function ended(ending: Ending, input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
    if (ending === 'offline') throw new TypeError('Failed to fetch')
    if (ending !== 'done') return Response.json(faults[ending].body, { status: faults[ending].status })
    return server.fetch(input, init)
  }

  const fetch: typeof globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const { method = 'GET' } = input instanceof Request ? input : (init ?? {})
    if (!held.test(`${method} ${address}`)) {
      open += 1
      return server.fetch(input, init).finally(() => (open -= 1))
    }
    return new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      waiting = (ending) => ended(ending, input, init).then(resolve, reject)
    })
  }
  return {
    fetch,
    isQuiet: () => open === 0,
    /** Takes the call that is held back, once the screen has sent it. */
    async held(): Promise<NonNullable<typeof waiting>> {
      const answer = await waitFor(() => waiting ?? Promise.reject(new Error('No call is held back')))
      waiting = null
      return answer
    },
  }
}
