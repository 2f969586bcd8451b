import type { TestServer } from './server'

/** An answer; the caller names the type of its JSON body, because a test is about to check it. */
export interface Answer<Body = AnyBody> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** The parts that answers may have; tests check which of them are there. */
export interface AnyBody {
  readonly result: AnyResult
  readonly meta: { readonly page: number; readonly pageSize: number; readonly total: number; readonly totalCapped: boolean }
  readonly message: string
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly holder: { readonly id: string; readonly name: string }
  readonly users: {
    readonly total: number
    readonly rows: readonly { readonly id: string; readonly name: string }[]
    readonly lasting?: boolean
  }
  readonly requestId: string
}
export interface AnyResult {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

export interface Sent {
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The client's IP address, for a server in this process. */
  readonly from?: string
}

/** Sends a request, mostly as a signed-in administrator. */
export type Call = <Body = AnyBody>(method: string, url: string, sent?: Sent) => Promise<Answer<Body>>

/** What a call needs of a server. */
interface Called {
  readonly fetch: (url: string, init: RequestInit & { readonly from?: string }) => Promise<Response>
}

/** A server in another process, at this address. */
export function serverAt(origin: string): Called {
  return { fetch: (url, init) => fetch(`${origin}${url}`, init) }
}

/** Signs in; returns the function that sends requests. */
export async function signedIn(server: TestServer): Promise<Call> {
  return callWith(server, await server.signIn())
}

/** Makes calls with this bearer token, or without one. */
export function callWith(server: Called, token?: string): Call {
  return async <Body>(method: string, url: string, { body, headers, ...sent }: Sent = {}) => {
    const response = await server.fetch(url, {
      ...sent,
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body }
  }
}

/** Creates a row; throws unless the server did. */
export async function create<Row = AnyResult>(call: Call, path: string, body: object): Promise<Row> {
  const answer = await call<{ result: Row }>('POST', `${path}/register`, { body })
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.result
}

/** Reads a row, or whatever else the answer's `result` is. */
export async function read<Result = AnyResult>(call: Call, url: string): Promise<Result> {
  return (await call<{ result: Result }>('GET', url)).body.result
}

/** Reads the rows of a list. */
export function rowsOf<Row = AnyResult>(call: Call, url: string): Promise<Row[]> {
  return read(call, url)
}
