import { asStatus, instead, less, pathOf, rewriting, rowIn, type BrokenCall } from '../../support/server/brokenBackend'

/** Faults in calls of single areas, beside the standard ones. */
export const callFaults: readonly BrokenCall[] = [
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
    'a plant’s page has no readings of its sensors',
    'gateways',
    rewriting(
      (request, { ok }) => /\/plants\/[^/]+\/readings$/.test(pathOf(request)) && ok,
      () => ({ result: [] }),
    ),
    'GET /api/v1/plants/{id}/readings',
    'the sensor’s reading is not among them',
  ],
  [
    'a plant’s page has no curves',
    'gateways',
    rewriting(
      (request, { ok }) => /\/plants\/[^/]+\/datapoints$/.test(pathOf(request)) && ok,
      (body) => ({ result: { ...rowIn(body), curves: [] } }),
    ),
    'GET /api/v1/plants/{id}/datapoints',
    'the reading is not on it',
  ],
  [
    'a sensor keeps the EUI of its old device',
    'sensors',
    rewriting(
      (request, { ok }) => pathOf(request).endsWith('/replace') && ok,
      (body) => ({ result: { ...rowIn(body), eui: 'A84041FFFF000001' } }),
    ),
    'POST /api/v1/sensors/{id}/replace',
    'eui is "A84041FFFF000001" instead of',
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
