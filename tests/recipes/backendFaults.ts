import { EVENTS_PATH } from '../../src/contract/constants'
import {
  asStatus,
  dropping,
  type Fault,
  ignoring,
  instead,
  isList,
  isRow,
  lacking,
  less,
  nothing,
  pathOf,
  rewriting,
  rowIn,
  rowsIn,
  withHeaders,
  without,
} from '../support/brokenBackend'

const isEvents = (request: Request) => request.method === 'GET' && pathOf(request) === EVENTS_PATH
/** An event stream that says this and ends. */
const saying = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
const READY = 'event: ready\nid: 1\ndata: {}\n\n'
const EVENTS = `GET ${EVENTS_PATH}`
const LIST = 'GET /api/v1/temperature_groups'
const ITEM = '/api/v1/temperature_groups/{id}'
const REGISTER = 'POST /api/v1/temperature_groups/register'

/** What is broken, how, the call that shows it, and what is said of that. */
export const faults: readonly (readonly [string, string, Fault, string, string])[] = [
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
  [
    'live changes come as JSON',
    'events',
    (request, pass) => (isEvents(request) ? Response.json({ result: [] }) : pass(request)),
    EVENTS,
    'its Content-Type is application/json instead of text/event-stream',
  ],
  [
    'a stream never says that nothing is missed any more',
    'events',
    (request, pass) => (isEvents(request) ? saying(': hello\n\n') : pass(request)),
    EVENTS,
    'no event named ready came',
  ],
  ['a stream is open to all', 'events', (request, pass) => (isEvents(request) ? saying(READY) : pass(request)), EVENTS, '200'],
  [
    'a stream tells nothing',
    'events',
    (request, pass) => (isEvents(request) && request.headers.has('authorization') ? saying(READY) : pass(request)),
    EVENTS,
    'nothing was told of it',
  ],
  [
    'what was missed is not told',
    'events',
    (request, pass) => ignoring(/^since$/)(request, async (kept) => without('last-event-id')(kept, pass)),
    EVENTS,
    'nothing was told of it',
  ],
]
