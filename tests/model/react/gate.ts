import type { TestServer } from '../../support/server/server'
import type { Answer, CallName } from '../driver'
import { callAt, faults } from '../screens'

interface Held {
  readonly call: CallName
  readonly answer: (outcome: Answer) => Promise<void>
  readonly isOver: () => boolean
}

export type Gate = ReturnType<typeof createGate>

/** Intercepts the requests to the real server: the session's calls wait until the test says how they end. */
export function createGate(server: TestServer) {
  const held: Held[] = []
  let holding = false
  let open = 0
  let token = ''

  /** Remembers the session's last token; ignores answers to cancelled requests and to requests with an older token. */
  async function note(response: Response, { headers, signal }: RequestInit): Promise<Response> {
    const sent = new Headers(headers).get('authorization')
    if (signal?.aborted === true || (sent !== null && sent !== `Bearer ${token}`)) return response
    const body = (await response
      .clone()
      .json()
      .catch(() => null)) as { result?: { token?: string } } | null
    token = body?.result?.token ?? token
    return response
  }

  async function ended(outcome: Answer, input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
    if (outcome === 'offline') throw new TypeError('Failed to fetch')
    if (outcome !== 'done') {
      const { body, status, headers } = faults[outcome]
      return Response.json(body, { status, headers })
    }
    // A request that has left completes, even when nothing waits for it any more.
    const { signal: _signal, ...rest } = init ?? {}
    return note(await server.fetch(input, rest), init ?? {})
  }

  const fetch: typeof globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : input
    const call = callAt(new URL(address, server.settings.publicUrl).pathname)
    if (call === 'stream') return server.fetch(input, init)
    if (call === 'signOut' || call === 'account' || (call === 'request' && !holding)) {
      open += 1
      return server.fetch(input, init).finally(() => (open -= 1))
    }
    return new Promise((resolve, reject) => {
      const signal = init?.signal
      const isOver = () => signal?.aborted === true
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      const answer = (outcome: Answer) => ended(outcome, input, init).then(resolve, reject)
      held.push({ call, answer, isOver })
    })
  }

  return {
    fetch,
    /** Holds back the requests of screens from now on, or no longer. */
    hold(next: boolean): void {
      holding = next
    },
    /** True when only held calls are under way. */
    isQuiet: () => open === 0,
    isHeld: (call: CallName) => held.some((one) => one.call === call && !one.isOver()),
    /** Ends the held calls of this name. */
    async end(call: CallName, outcome: Answer): Promise<void> {
      const those = held.filter((one) => one.call === call)
      for (const one of those) held.splice(held.indexOf(one), 1)
      await Promise.all(those.map((one) => one.answer(outcome)))
    },
    lastToken: () => token,
    setLastToken(next: string): void {
      token = next
    },
  }
}
