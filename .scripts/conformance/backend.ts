/** An answer as it came. */
export interface Answer {
  /** 0: none came. */
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The value of its JSON; undefined when there is none. */
  readonly body: unknown
  /** Why none came; null when one did. */
  readonly failure: string | null
}

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
        const bytes = new Uint8Array(await response.arrayBuffer())
        return { status: response.status, headers: response.headers, bytes, body: jsonOf(bytes), failure: null }
      } catch (error) {
        return { status: 0, headers: new Headers(), bytes: new Uint8Array(), body: undefined, failure: reasonOf(error) }
      }
    },
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The innermost reason: fetch wraps it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}
