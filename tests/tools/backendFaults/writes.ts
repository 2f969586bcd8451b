import {
  asStatus,
  dropping,
  instead,
  nothing,
  pathOf,
  rewriting,
  without,
  type BrokenCall,
} from '../../support/server/brokenBackend'

const ITEM = '/api/v1/temperature_groups/{id}'
const REGISTER = 'POST /api/v1/temperature_groups/register'

/** Faults in writes: not distinguished, not refused, or not done as the contract says. */
export const writeFaults: readonly BrokenCall[] = [
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
  // The texts of gateways get another value, which a repeated call has changed already; a group's numbers keep theirs.
  ...['temperature_groups/bulk_delete', 'gateways/bulk_update'].map((call): BrokenCall => [
    `a key does not keep ${call} from being done twice`,
    call.split('/')[0] ?? '',
    (request, pass) => (pathOf(request).endsWith(call) ? without('idempotency-key')(request, pass) : pass(request)),
    `POST /api/v1/${call}`,
    'the answer is not the first one',
  ]),
]
