import { beforeAll, describe, expect, it } from 'vitest'
import { backendAt } from '../../.scripts/conformance/backend'
import type { Finding } from '../../.scripts/conformance/bench'
import { exitCode, findingText, summaryText } from '../../.scripts/conformance/report'
import { areasNamed, checkBackend, type Outcomes } from '../../.scripts/conformance/run'
import { resources } from '../../src/contract/index'
import type { Resource } from '../../src/contract/resource'
import { callWith } from '../support/calls'
import { fillAll } from '../support/fill'
import { oneServer } from '../support/hooks'
import { ADMIN } from '../support/server'

// Several hundred calls each, on a machine that may be busy.
const PATIENT = { timeout: 120_000 }

const server = oneServer({ corsOrigins: ['https://console.example.com'] })
beforeAll(async () => {
  await server.signIn()
  await fillAll(server.db)
})

/** Stands between the check and the server: passes a request on, or answers in its place. */
type Fault = (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response> | Response

async function check(
  only: readonly string[],
  fault: Fault | null = null,
  { readOnly = false, origin = null as string | null } = {},
): Promise<Outcomes> {
  const pass = (request: Request) => server.fetch(request)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    return fault === null ? pass(request) : fault(request, pass)
  }
  return checkBackend({
    backend: backendAt(server.settings.publicUrl, fetch, 30_000),
    account: ADMIN,
    areas: areasNamed(only),
    readOnly,
    origin,
  })
}

/** Changes the JSON of every answer that a condition holds for. */
function rewriting(when: (request: Request, response: Response) => boolean, change: (body: Body) => unknown): Fault {
  return async (request, pass) => {
    const response = await pass(request)
    if (!when(request, response) || !(response.headers.get('content-type') ?? '').includes('json')) return response
    const body = change((await response.clone().json()) as Body)
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
}

/** Puts another answer in the place of those that a condition holds for. */
function instead(
  when: (request: Request, response: Response) => boolean,
  other: (body: string, response: Response) => Response,
): Fault {
  return async (request, pass) => {
    const response = await pass(request)
    return when(request, response) ? other(await response.text(), response) : response
  }
}
const asStatus = (status: number) => (body: string) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })
const nothing = () => new Response(null, { status: 204 })
const lacking = (name: string): Fault => {
  return async (request, pass) => withHeaders(await pass(request), (headers) => headers.delete(name))
}

/** What answers have that a fault turns around. */
interface Body {
  readonly result: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly [part: string]: unknown
}

const rowIn = ({ result }: Body) => result as Readonly<Record<string, unknown>>
const rowsIn = ({ result }: Body) => result as readonly Readonly<Record<string, unknown>>[]

function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}

const pathOf = ({ url }: Request) => new URL(url).pathname
const isList = (request: Request, response: Response) =>
  request.method === 'GET' && pathOf(request).endsWith('/temperature_groups') && response.ok
const isRow = (request: Request, response: Response) =>
  /\/temperature_groups\/(?:register|[0-9a-f-]{36})$/.test(pathOf(request)) && response.ok && response.status !== 204

/** Passes a request on that lacks one of its headers, or whose address or body is another. */
const without = (name: string): Fault => {
  return (request, pass) => {
    const headers = new Headers(request.headers)
    headers.delete(name)
    return pass(new Request(request, { headers }))
  }
}
const ignoring = (parameter: RegExp): Fault => {
  return (request, pass) => {
    const url = new URL(request.url)
    for (const name of Array.from(url.searchParams.keys())) if (parameter.test(name)) url.searchParams.delete(name)
    return pass(new Request(url, request))
  }
}
const dropping = (property: string): Fault => {
  return async (request, pass) => {
    const text = await request.clone().text()
    if (!text.startsWith('{')) return pass(request)
    const { [property]: _dropped, ...rest } = JSON.parse(text) as Record<string, unknown>
    return pass(new Request(request, { method: request.method, body: JSON.stringify(rest) }))
  }
}

const LIST = 'GET /api/v1/temperature_groups'
const ITEM = '/api/v1/temperature_groups/{id}'
const REGISTER = 'POST /api/v1/temperature_groups/register'

/** What is broken, how, the call that shows it, and what is said of that. */
const faults: readonly (readonly [string, string, Fault, string, string])[] = [
  [
    'a total is a text',
    'temperature_groups',
    rewriting(isList, (body) => ({ ...body, meta: { ...body.meta, total: String(body.meta['total']) } })),
    LIST,
    'meta.total is "',
  ],
  [
    'the meta has other names',
    'temperature_groups',
    rewriting(isList, ({ result, meta }) => ({ result, meta: { page: meta['page'], per_page: 25, total: meta['total'] } })),
    LIST,
    'meta.pageSize is missing instead of 25',
  ],
  [
    'a list stands without its envelope',
    'temperature_groups',
    rewriting(isList, ({ result }) => result),
    LIST,
    'result is missing instead of a list',
  ],
  [
    'a row has a field more',
    'temperature_groups',
    rewriting(isList, (body) => ({ ...body, result: rowsIn(body).map((row) => ({ ...row, secret: 'x' })) })),
    LIST,
    'result[0].secret is not in the contract',
  ],
  [
    'a row lacks a field',
    'temperature_groups',
    rewriting(isRow, (body) => ({ result: less(rowIn(body), 'sensorsCount') })),
    `GET ${ITEM}`,
    'result.sensorsCount is missing',
  ],
  [
    'a number is a text',
    'temperature_groups',
    rewriting(isRow, (body) => ({ result: { ...rowIn(body), minC: String(rowIn(body)['minC']) } })),
    REGISTER,
    'result.minC: Lowest temperature is a number',
  ],
  ['there is no ETag', 'temperature_groups', lacking('etag'), `GET ${ITEM}`, 'ETag is missing'],
  [
    'answers may be cached',
    'temperature_groups',
    async (request, pass) => withHeaders(await pass(request), (headers) => headers.set('cache-control', 'public, max-age=60')),
    LIST,
    'Cache-Control is public, max-age=60 instead of no-store',
  ],
  [
    'an unknown id is answered 200',
    'temperature_groups',
    instead((_request, { status }) => status === 404, asStatus(200)),
    `GET ${ITEM}`,
    '200',
  ],
  [
    'errors have another shape',
    'temperature_groups',
    rewriting(
      (_request, { ok }) => !ok,
      (body) => ({ error: { text: body['message'] } }),
    ),
    `GET ${ITEM}`,
    'the error.message: ',
  ],
  [
    'an error is a page',
    'temperature_groups',
    instead(
      (_request, { ok }) => !ok,
      (_body, { status }) => new Response('<h1>Error</h1>', { status, headers: { 'content-type': 'text/html' } }),
    ),
    `GET ${ITEM}`,
    'its Content-Type is text/html',
  ],
  [
    'a 401 has no challenge',
    'temperature_groups',
    lacking('www-authenticate'),
    LIST,
    'there is no header WWW-Authenticate: Bearer',
  ],
  ['the order is not kept', 'temperature_groups', ignoring(/^sort$/), `${LIST}?sort=minC`, ' comes before '],
  [
    'pages are all the first',
    'temperature_groups',
    ignoring(/^page$/),
    `${LIST}?sort=createdAt&pageSize=1&page=2`,
    'it is another row than in the whole list',
  ],
  [
    'a filter is ignored',
    'light_groups',
    ignoring(/^exposure$/),
    'GET /api/v1/light_groups?exposure=',
    'rows have another exposure',
  ],
  ['the search is ignored', 'temperature_groups', ignoring(/^q$/), `${LIST}?q=`, 'rows came that do not have this text'],
  ['unknown parameters are let pass', 'temperature_groups', ignoring(/^colour$/), `${LIST}?colour=red`, '200'],
  ['unknown properties are dropped', 'temperature_groups', dropping('colour'), REGISTER, '201'],
  ['If-Match is ignored', 'temperature_groups', without('if-match'), `PUT ${ITEM}`, '200'],
  [
    'a stale save is refused without the row',
    'temperature_groups',
    rewriting(
      (_request, { status }) => status === 412,
      ({ result: _row, ...body }) => body,
    ),
    `PUT ${ITEM}`,
    'result does not hold the row as it is now',
  ],
  [
    'a taken name is answered 422',
    'temperature_groups',
    instead((_request, { status }) => status === 409, asStatus(422)),
    REGISTER,
    '422 “Name is taken by',
  ],
  [
    'a deletion answers the row',
    'temperature_groups',
    instead((_request, { status }) => status === 204, asStatus(200)),
    `DELETE ${ITEM}`,
    '200',
  ],
  [
    'a deletion deletes nothing',
    'temperature_groups',
    (request, pass) =>
      request.method === 'DELETE' && request.headers.get('if-match') !== '"0"'
        ? new Response(null, { status: 204 })
        : pass(request),
    `GET ${ITEM}`,
    '200',
  ],
  [
    'a group in use is deleted',
    'temperature_groups',
    instead(({ method }, { status }) => status === 409 && method === 'DELETE', nothing),
    `DELETE ${ITEM}`,
    '204',
  ],
  [
    'a key does not keep a row from being created twice',
    'temperature_groups',
    without('idempotency-key'),
    REGISTER,
    '409 “Name is taken by',
  ],
  [
    'the token is called otherwise',
    'session',
    rewriting(
      (request, { ok }) => pathOf(request).endsWith('/refresh_token') && ok,
      (body) => ({ result: { access_token: rowIn(body)['token'], expires_at: rowIn(body)['expires_at'] } }),
    ),
    'GET /api/v1/auth/refresh_token',
    'result.token is missing',
  ],
  [
    'the expiry is a point in time',
    'session',
    rewriting(
      (request, { ok }) => pathOf(request).endsWith('/login') && ok,
      (body) => ({ result: { ...rowIn(body), expires_at: 1_795_000_000_000 } }),
    ),
    'POST /api/v1/users/login',
    'expires_at is 1795000000000: it is seconds from now',
  ],
  [
    'a wrong sign-in tells that there is no account',
    'session',
    instead((request, { status }) => pathOf(request).endsWith('/login') && status === 401, asStatus(404)),
    'POST /api/v1/users/login',
    '404',
  ],
  [
    'sign-out leaves the session alive',
    'session',
    (request, pass) => (pathOf(request).endsWith('/sign_out') ? new Response(null, { status: 204 }) : pass(request)),
    'GET /api/v1/dashboard/analytics',
    '200',
  ],
  [
    'a count is missing',
    'dashboard',
    rewriting(
      (request, { ok }) => pathOf(request).endsWith('/analytics') && ok,
      (body) => ({ result: less(rowIn(body), 'plants') }),
    ),
    'GET /api/v1/dashboard/analytics',
    'result.plants is missing',
  ],
  [
    'everything is sent elsewhere',
    'dashboard',
    (request, pass) =>
      pathOf(request).endsWith('/analytics')
        ? new Response(null, { status: 302, headers: { location: '/login' } })
        : pass(request),
    'GET /api/v1/dashboard/analytics',
    '302',
  ],
  [
    'nothing answers any more',
    'dashboard',
    (request, pass) => {
      if (!pathOf(request).endsWith('/analytics')) return pass(request)
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    },
    'GET /api/v1/dashboard/analytics',
    'no answer: connect ECONNREFUSED',
  ],
  [
    'a move that there is not is made',
    'plant_requests',
    instead((_request, { status }) => status === 409, asStatus(200)),
    'POST /api/v1/plant_requests/publish/{id}',
    '200',
  ],
  [
    'a file comes back as another',
    'gateway_firmwares',
    instead(
      (request, { ok }) => request.method === 'GET' && pathOf(request).endsWith('/file') && ok,
      (_body, { headers }) => new Response('another file', { headers }),
    ),
    'GET /api/v1/gateway_firmwares/{id}/file',
    'its bytes are others',
  ],
  [
    'rows of an upsert come in another shape',
    'troubleshoots',
    rewriting(
      (request, { ok }) => pathOf(request).endsWith('/upsert') && ok,
      ({ result }) => ({ result: { rows: result } }),
    ),
    'PUT /api/v1/troubleshoots/upsert',
    'result is an object instead of a list',
  ],
]

function less(row: Readonly<Record<string, unknown>>, field: string): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))
}

/** A finding's call with ids as the report shows them. */
const callOf = ({ method, path }: Finding) => `${method} ${path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')}`

describe('the conformance check', PATIENT, () => {
  it('finds nothing in the reference API, and leaves nothing behind', async () => {
    const before = await totals()
    const outcomes = await check([])
    expect(outcomes.findings.filter(({ outcome }) => outcome !== 'conforms').map(findingText)).toEqual([])
    expect(exitCode(outcomes, true)).toBe(0)
    expect(outcomes.left).toEqual([])
    expect(await totals()).toEqual(before)
  })

  it.each(faults)('says it when %s', async (_name, area, fault, call, said) => {
    const outcomes = await check([area], fault)
    const found = outcomes.findings.filter(({ outcome }) => outcome === 'differs')
    expect(found.map((finding) => `${callOf(finding)} ${finding.came.join('; ')}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^${escaped(call)}.* .*${escaped(said)}`)),
    )
    expect(exitCode(outcomes, false)).toBe(1)
  })

  it('tells what is optional and missing from what the console needs', async () => {
    const outcomes = await check(['temperature_groups'], async (request, pass) => {
      const isExtra = /\/(?:bulk_delete|bulk_update|preview|import|restore)$/.test(pathOf(request))
      return isExtra ? new Response(null, { status: 404 }) : pass(request)
    })
    const { findings } = outcomes
    expect(new Set(findings.map(({ outcome }) => outcome))).toEqual(new Set(['conforms', 'missing']))
    expect(summaryText(outcomes)).toContain('○ deleting several rows at once (temperature_groups)')
    expect([exitCode(outcomes, false), exitCode(outcomes, true)]).toEqual([0, 1])
  })

  it('sends nothing that writes when it may only read', async () => {
    const sent: string[] = []
    const { findings } = await check(
      [],
      (request, pass) => {
        sent.push(`${request.method} ${pathOf(request)}`)
        return pass(request)
      },
      { readOnly: true },
    )
    const session = ['POST /api/v1/users/login', 'POST /api/v1/auth/sign_out']
    expect(sent.filter((call) => !call.startsWith('GET ') && !session.includes(call))).toEqual([])
    expect(findings.length).toBeGreaterThan(100)
    expect(findings.filter(({ outcome }) => outcome === 'differs')).toEqual([])
  })

  it('names the rows that it could not delete again', async () => {
    const outcomes = await check(['humidity_groups'], (request, pass) =>
      request.method === 'DELETE' ? Response.json({ message: 'No' }, { status: 403 }) : pass(request),
    )
    expect(outcomes.left.length).toBeGreaterThan(0)
    expect(summaryText(outcomes)).toContain('could not be deleted')
  })

  it('says what CORS lacks for a console of another origin', async () => {
    const known = 'https://console.example.com'
    expect((await check(['cors'], null, { origin: known })).findings.map(({ outcome }) => outcome)).toEqual([
      'conforms',
      'conforms',
    ])
    const { findings } = await check(['cors'], null, { origin: 'https://elsewhere.example.com' })
    expect(findings.flatMap(({ came }) => came)).toContain('Access-Control-Allow-Origin is missing')
    expect((await check(['cors'])).findings).toEqual([])
  })

  it('does not begin where it cannot sign in', async () => {
    const refuse: Fault = () => Response.json({ message: 'Closed for today' }, { status: 503 })
    await expect(check([], refuse)).rejects.toThrow('503 “Closed for today”')
  })
})

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

async function totals(): Promise<Record<string, number>> {
  const call = callWith(server, { authorization: `Bearer ${await server.signIn()}` })
  const counted: Record<string, number> = {}
  for (const { name, listPath } of resources as readonly Resource[]) counted[name] = (await call('GET', listPath)).body.meta.total
  return counted
}
