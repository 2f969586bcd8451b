import type { TestServer } from '../../support/server/server'
import type { Answer, CallName } from '../driver'
import { callAt, faults } from '../screens'

interface Held {
  readonly call: CallName
  readonly answer: (outcome: Answer) => Promise<void>
  readonly isOver: () => boolean
}

export type Gate = ReturnType<typeof createGate>

/** Stands between the console and the real server: the session's calls wait until it is said how they end. */
export function createGate(server: TestServer) {
  const held: Held[] = []
  let holding = false
  let open = 0
  let token = ''

  /** Tokens pass by here; the last one is the session's, unless a token is exchanged that was the one before's. */
  async function note(response: Response, init: RequestInit): Promise<Response> {
    const sent = new Headers(init.headers).get('authorization')
    if (sent !== null && sent !== `Bearer ${token}`) return response
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
    // What has left goes its way, whether or not somebody still waits.
    const { signal: _signal, ...rest } = init ?? {}
    return note(await server.fetch(input, rest), rest)
  }

  const fetch: typeof globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : input
    const call = callAt(new URL(address, server.settings.publicUrl).pathname)
    if (call === 'stream') return server.fetch(input, init)
    if (call === 'signOut' || (call === 'request' && !holding)) {
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
    /** Requests of screens are held back from now on, or no longer. */
    hold(next: boolean): void {
      holding = next
    },
    /** Nothing but what is held back is on its way. */
    isQuiet: () => open === 0,
    isHeld: (call: CallName) => held.some((one) => one.call === call && !one.isOver()),
    /** Ends the calls of this name that are held. */
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
