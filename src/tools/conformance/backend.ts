import { answerOf, failedAnswer, type Answer } from './answer'
import { hearStream, type Hearing } from './stream'

export type { Answer } from './answer'

/** What a call brings. */
export interface Sent {
  /** Goes as JSON; a text and a FormData as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the session's own; null: none. */
  readonly bearer?: string | null
}

/** The backend that is checked. */
export interface Backend {
  /** Answers whatever comes: a call never throws. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Opens a stream of events. */
  hear(path: string, sent?: Pick<Sent, 'headers' | 'bearer'>): Promise<Hearing>
}

/** A backend at an origin. `fetch` is the platform's, or a test's. */
export function backendAt(origin: string, fetch: typeof globalThis.fetch, timeoutMs: number): Backend {
  return {
    async send(method, path, { body, headers = {}, bearer = null } = {}) {
      const isForm = body instanceof FormData
      try {
        const response = await fetch(`${origin}${path}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            // As the console does: every request but an upload says that it is JSON. spec §7.
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
    hear: (path, { headers = {}, bearer = null } = {}) =>
      hearStream(
        (signal) =>
          fetch(`${origin}${path}`, {
            redirect: 'manual',
            signal,
            headers: { accept: 'text/event-stream', ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...headers },
          }),
        timeoutMs,
      ),
  }
}
