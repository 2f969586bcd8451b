import type { Page } from '../contract/list'
import { malformed, offline, refused, timedOut, aborted } from './errors'
import type { ApiError, ApiExtra } from './extra'
import { watchSilence } from './silence'

/** Milliseconds for an answer including its body; for a file, the maximum without progress. */
export const TIMEOUT_MS = 30_000

/** A request to the API, as an endpoint describes it. */
export interface Request {
  /** Path below the API's base URL. */
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as CSV instead. */
  readonly csv?: string | undefined
  /** Sent as a multipart body with one part, `file`. */
  readonly upload?: Upload | undefined
  readonly params?: URLSearchParams | undefined
  /** The version that the caller has read; a different one on the server is a 412. */
  readonly ifMatch?: number | undefined
  /** Makes a repeated call harmless: the server acts once for each key. */
  readonly idempotencyKey?: string | undefined
  /** `text` and `blob` return the body unparsed. */
  readonly accept?: 'json' | 'text' | 'blob' | undefined
  /** Extracts the result from the body; null when it is missing, which makes the answer an error. Without it the body is the result. */
  readonly read?: ((body: unknown) => unknown) | undefined
  /** The screen works without the answer: a 404, of a deleted row or a backend without the call, raises no alert. */
  readonly optional?: boolean | undefined
  /** Ids of the rows that the request deletes. */
  readonly deletes?: readonly string[] | undefined
  /** Title of the row whose change the call undoes: the alert of a refusal names it, because its page may be left by then. */
  readonly undoes?: string | undefined
  /** Completes even when the user leaves the page. */
  readonly keepalive?: boolean | undefined
}

/** A file to send. */
export interface Upload {
  readonly file: Blob
  readonly name: string
  /** Receives the bytes sent and the total. */
  readonly onProgress: (sent: number, total: number) => void
}

/** The dependencies of `send`. */
export type SendDeps = Pick<ApiExtra, 'fetch' | 'upload' | 'apiUrl' | 'sleep' | 'now' | 'ownChanges'>

/** The result (null where none is due), or the error. */
export type Answer = { readonly data: unknown } | { readonly error: ApiError }

/** Sends one request and waits for its complete answer. Never rejects. */
export async function send(request: Request, deps: SendDeps, signal: AbortSignal, bearer: string | null): Promise<Answer> {
  return resultOf(request, await fetchAnswer(request, deps, signal, bearer))
}

/** A request's `read`: the `result` of a body that always has one. */
export function resultIn(body: unknown): object | null {
  const { result = null } = Object(body) as { readonly result?: unknown }
  return typeof result === 'object' ? result : null
}

/** A request's `read`: a page of rows and the total. */
export function pageIn(body: unknown): Page<object> | null {
  const { result, meta } = Object(body) as Partial<Page<object>>
  return Array.isArray(result) && typeof meta?.total === 'number' ? { result, meta } : null
}

/** A GET, and a request that reads its body, must have a result. */
function resultOf({ method, read }: Request, answer: Answer): Answer {
  if ('error' in answer) return answer
  const data = read === undefined ? answer.data : read(answer.data)
  const isRequired = read !== undefined || (method ?? 'GET') === 'GET'
  return data === null && isRequired ? { error: malformed(200) } : { data }
}

async function fetchAnswer(request: Request, deps: SendDeps, signal: AbortSignal, bearer: string | null): Promise<Answer> {
  const timeout = watchSilence(deps, TIMEOUT_MS)
  try {
    const response = await fetchOrUpload(request, deps, bearer, AbortSignal.any([signal, timeout.signal]), timeout.renew)
    if ((request.method ?? 'GET') !== 'GET') deps.ownChanges.note(response.headers.get('x-request-id'), deps.now())
    return await bodyOf(response, request.accept ?? 'json', deps.now(), timeout.renew)
  } catch {
    return { error: signal.aborted ? aborted() : timeout.signal.aborted ? timedOut() : offline() }
  } finally {
    timeout.end()
  }
}

function fetchOrUpload(request: Request, deps: SendDeps, bearer: string | null, signal: AbortSignal, renew: () => void) {
  const address = addressOf(request, deps.apiUrl)
  const method = request.method ?? 'GET'
  const headers = headersOf(request, bearer)
  // Answers belong to one session, and a refresh is a GET: no cache may store or replay them. A redirect could carry the bearer to another
  // origin.
  const options = { method, headers, signal, cache: 'no-store', redirect: 'error' } as const
  if (request.upload === undefined)
    return deps.fetch(address, {
      ...options,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.csv !== undefined && { body: request.csv }),
      keepalive: request.keepalive ?? false,
    })
  const { file, name, onProgress } = request.upload
  const body = new FormData()
  body.append('file', file, name)
  if (deps.upload === undefined) return deps.fetch(address, { ...options, body })
  return deps.upload(address, {
    method,
    headers,
    body,
    signal,
    onProgress(sent, total) {
      renew()
      onProgress(sent, total)
    },
  })
}

async function bodyOf(response: Response, accept: Request['accept'], now: number, renew: () => void): Promise<Answer> {
  if (response.ok && accept === 'blob') return { data: await readBlob(response, renew) }
  const text = await response.text()
  if (!response.ok) return { error: refused(response, text, now) }
  if (response.status === 204 || response.status === 205) return { data: null }
  if (accept === 'text') return { data: text }
  try {
    return { data: JSON.parse(text) }
  } catch {
    return { error: malformed(response.status) }
  }
}

async function readBlob(response: Response, renew: () => void): Promise<Blob> {
  const reader = response.body?.getReader()
  const chunks: BlobPart[] = []
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    renew()
    chunks.push(chunk.value)
  }
  return new Blob(chunks)
}

function addressOf({ url, params }: Request, apiUrl: string): string {
  const query = params?.toString() ?? ''
  return `${apiUrl}${url}${query === '' ? '' : `?${query}`}`
}

const accepted = {
  json: 'application/json',
  text: 'text/csv, text/plain, application/json',
  blob: 'application/octet-stream, application/json',
}

function headersOf(request: Request, bearer: string | null): Record<string, string> {
  return {
    accept: accepted[request.accept ?? 'json'],
    // The browser sets a form's content type, with its boundary.
    ...(request.upload === undefined && { 'content-type': request.csv === undefined ? 'application/json' : 'text/csv' }),
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(request.ifMatch !== undefined && { 'if-match': `"${request.ifMatch}"` }),
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
  }
}
