import { malformed, offline, refused, timedOut, aborted } from './errors'
import type { ApiError, ApiExtra } from './extra'

/** How long an answer may take, in milliseconds, its body included. */
export const TIMEOUT_MS = 30_000

/** One call of the API, as an endpoint describes it. */
export interface Request {
  /** Path below the API's origin. */
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly params?: URLSearchParams | undefined
  /** The version that the caller has seen; another one on the server answers 412. */
  readonly ifMatch?: number | undefined
  /** The same key makes one row of a create that is sent twice. */
  readonly idempotencyKey?: string | undefined
  /** `text` hands the body over as it is. */
  readonly accept?: 'json' | 'text' | undefined
  /** Goes out even if the page is left meanwhile. */
  readonly keepalive?: boolean | undefined
}

/** What `send` uses of the world. */
export type Wire = Pick<ApiExtra, 'fetch' | 'origin' | 'sleep' | 'now'>

/** The parsed body (null for 204), or why there is none. */
export type Answer = { readonly data: unknown } | { readonly error: ApiError }

/** Sends one request and waits for its whole answer. Never rejects. */
export async function send(request: Request, wire: Wire, signal: AbortSignal, bearer: string | null): Promise<Answer> {
  const settled = new AbortController()
  const deadline = new AbortController()
  const expire = () => deadline.abort()
  wire.sleep(TIMEOUT_MS, settled.signal).then(expire, () => {})
  try {
    const response = await wire.fetch(addressOf(request, wire.origin), {
      method: request.method ?? 'GET',
      headers: headersOf(request, bearer),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      keepalive: request.keepalive ?? false,
      // Answers belong to one session, and a refresh is a GET: no cache may keep or replay them.
      cache: 'no-store',
      // A redirect could carry the bearer to another origin.
      redirect: 'error',
      signal: AbortSignal.any([signal, deadline.signal]),
    })
    return read(response, await response.text(), request.accept ?? 'json', wire.now())
  } catch {
    return { error: signal.aborted ? aborted() : deadline.signal.aborted ? timedOut() : offline() }
  } finally {
    settled.abort()
  }
}

function read(response: Response, text: string, accept: 'json' | 'text', now: number): Answer {
  if (!response.ok) return { error: refused(response, text, now) }
  if (response.status === 204 || response.status === 205) return { data: null }
  if (accept === 'text') return { data: text }
  try {
    return { data: JSON.parse(text) }
  } catch {
    return { error: malformed(response.status) }
  }
}

function addressOf({ url, params }: Request, origin: string): string {
  const query = params?.toString() ?? ''
  return `${origin}${url}${query === '' ? '' : `?${query}`}`
}

function headersOf(request: Request, bearer: string | null): Record<string, string> {
  return {
    accept: request.accept === 'text' ? 'text/csv, text/plain, application/json' : 'application/json',
    'content-type': 'application/json',
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(request.ifMatch !== undefined && { 'if-match': `"${request.ifMatch}"` }),
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
  }
}
