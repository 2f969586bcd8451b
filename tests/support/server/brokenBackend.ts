/** Intercepts the conformance check's requests: passes a request on, or answers in its place. */
export type Fault = (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response> | Response

/** A broken call: what is broken, its area, the fault, the call that shows it, and the check's words about it. */
export type BrokenCall = readonly [what: string, area: string, how: Fault, call: string, said: string]

/** Makes a fault that changes the JSON of every answer for which a condition holds. */
export function rewriting(when: (request: Request, response: Response) => boolean, change: (body: Body) => unknown): Fault {
  return async (request, pass) => {
    const response = await pass(request)
    if (!when(request, response) || !(response.headers.get('content-type') ?? '').includes('json')) return response
    const body = change((await response.clone().json()) as Body)
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
}

/** Makes a fault that replaces the answers for which a condition holds. */
export function instead(
  when: (request: Request, response: Response) => boolean,
  other: (body: string, response: Response) => Response,
): Fault {
  return async (request, pass) => {
    const response = await pass(request)
    return when(request, response) ? other(await response.text(), response) : response
  }
}
/** Answers that replace others. */
export const asStatus = (status: number) => (body: string) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })
export const nothing = () => new Response(null, { status: 204 })
export const lacking = (name: string): Fault => {
  return async (request, pass) => withHeaders(await pass(request), (headers) => headers.delete(name))
}

/** The parts of an answer that a fault changes. */
interface Body {
  readonly result: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly [part: string]: unknown
}

/** Returns the row, or the rows, of an answer. */
export const rowIn = ({ result }: Body) => result as Readonly<Record<string, unknown>>
export const rowsIn = ({ result }: Body) => result as readonly Readonly<Record<string, unknown>>[]

export function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}

/** Conditions of faults. */
export const pathOf = ({ url }: Request) => new URL(url).pathname
export const isList = (request: Request, response: Response) =>
  request.method === 'GET' && pathOf(request).endsWith('/temperature_groups') && response.ok
export const isRow = (request: Request, response: Response) =>
  /\/temperature_groups\/(?:register|[0-9a-f-]{36})$/.test(pathOf(request)) && response.ok && response.status !== 204

/** Makes a fault that removes one of a request's headers, or changes its address or body. */
export const without = (name: string): Fault => {
  return (request, pass) => {
    const headers = new Headers(request.headers)
    headers.delete(name)
    return pass(new Request(request, { headers }))
  }
}
export const ignoring = (parameter: RegExp): Fault => {
  return (request, pass) => {
    const url = new URL(request.url)
    for (const name of Array.from(url.searchParams.keys())) if (parameter.test(name)) url.searchParams.delete(name)
    return pass(new Request(url, request))
  }
}
export const dropping = (property: string): Fault => {
  return async (request, pass) => {
    const text = await request.clone().text()
    if (!text.startsWith('{')) return pass(request)
    const { [property]: _dropped, ...rest } = JSON.parse(text) as Record<string, unknown>
    return pass(new Request(request, { method: request.method, body: JSON.stringify(rest) }))
  }
}

export function less(row: Readonly<Record<string, unknown>>, field: string): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))
}
