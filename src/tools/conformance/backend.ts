import { answerOf, failedAnswer, type Answer } from './answer'
import { openStream, type OpenStream } from './stream'

export type { Answer } from './answer'

/** What a call sends. */
export interface Sent {
  /** Sent as JSON; a string or a FormData is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the session's own token; null: none. */
  readonly bearer?: string | null
}

/** The backend under check. */
export interface Backend {
  /** Sends a request. Never throws: an answer that does not arrive is one with status 0. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Opens a stream of events. */
  openStream(path: string, sent?: Pick<Sent, 'headers' | 'bearer'>): Promise<OpenStream>
}

/** Creates a backend at an address. `fetch` is the platform's, or a test's. */
export function backendAt(address: string, fetch: typeof globalThis.fetch, timeoutMs: number): Backend {
  return {
    async send(method, path, { body, headers = {}, bearer = null } = {}) {
      const isForm = body instanceof FormData
      try {
        const response = await fetch(`${address}${path}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            // The console does the same: every request except an upload says that it is JSON.
            ...(!isForm && { 'content-type': 'application/json' }),
            ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
            ...headers,
          },
          ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        return await answerOf(response)
      } catch (error) {
        return failedAnswer(error)
      }
    },
    openStream: (path, { headers = {}, bearer = null } = {}) =>
      openStream(
        (signal) =>
          fetch(`${address}${path}`, {
            redirect: 'manual',
            signal,
            headers: { accept: 'text/event-stream', ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...headers },
          }),
        timeoutMs,
      ),
  }
}
