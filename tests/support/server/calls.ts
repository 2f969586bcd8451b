import type { TestServer } from './server'

/** What came back: the caller names the type of the JSON body, since a test is about to look at it. */
export interface Answer<Body = AnyBody> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** The parts that answers have; which of them are there is what tests tell. */
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
  /** Sent as JSON; a string goes as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request as a signed-in administrator. */
export type Call = <Body = AnyBody>(method: string, url: string, sent?: Sent) => Promise<Answer<Body>>

/** Signs in and answers the function that calls. */
export async function signedIn(server: TestServer): Promise<Call> {
  return callWith(server, { authorization: `Bearer ${await server.signIn()}` })
}

/** Calls with these headers on every request. */
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

/** The rows of a list's answer. */
export async function rowsOf(call: Call, url: string): Promise<AnyResult[]> {
  const { body } = await call<{ result: AnyResult[] }>('GET', url)
  return body.result
}
