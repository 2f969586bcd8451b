import {
  asStatus,
  instead,
  isList,
  isRow,
  lacking,
  less,
  rewriting,
  rowIn,
  rowsIn,
  withHeaders,
  type BrokenCall,
} from '../../support/server/brokenBackend'

const LIST = 'GET /api/v1/temperature_groups'
const ITEM = '/api/v1/temperature_groups/{id}'
const REGISTER = 'POST /api/v1/temperature_groups/register'

/** Faults in the shape or the headers of an area's answers. */
export const shapeFaults: readonly BrokenCall[] = [
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
    'result.minC: Lowest temperature must be a number',
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
]
