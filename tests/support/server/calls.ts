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

interface Sent {
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request as a signed-in administrator. */
export type Call = <Body = AnyBody>(method: string, url: string, sent?: Sent) => Promise<Answer<Body>>

/** Signs in; returns the function that sends requests. */
export async function signedIn(server: TestServer): Promise<Call> {
  return callWith(server, { authorization: `Bearer ${await server.signIn()}` })
}

/** Makes calls that send these headers with every request. */
export function callWith(server: TestServer, always: Readonly<Record<string, string>>): Call {
  return async <Body>(method: string, url: string, { body, headers = {} }: Sent = {}) => {
    const response = await server.fetch(url, {
      method,
      headers: { ...always, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body }
  }
}

/** Reads the rows of a list. */
export async function rowsOf<Row = AnyResult>(call: Call, url: string): Promise<Row[]> {
  return (await call<{ result: Row[] }>('GET', url)).body.result
}
