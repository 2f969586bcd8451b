import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_POLICY } from './policy'
import type { Settings } from './settings'

/** On every answer, whatever it is. Popups stay ours: social sign-in opens one. */
const always: Readonly<Record<string, string>> = {
  'content-security-policy': API_POLICY,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

const crossOrigin: Readonly<Record<string, string>> = {
  'access-control-expose-headers': 'ETag, Retry-After, WWW-Authenticate, X-Request-Id',
}
const preflight: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID',
  'access-control-max-age': '600',
}

/**
 * Sets the security headers of every answer, keeps API answers out of caches, and lets in pages of the origins in CORS_ORIGINS alone. A
 * route that answers HTML sets its own `content-security-policy`.
 */
export function securityHeaders(app: FastifyInstance, settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>): void {
  const headers = settings.publicUrl.startsWith('https:')
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : always
  const friends = new Set(settings.corsOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (friends.size > 0) reply.header('vary', 'Origin')
    const { origin } = request.headers
    const listed = origin !== undefined && friends.has(origin)
    if (listed) reply.headers({ 'access-control-allow-origin': origin, ...crossOrigin })
    if (isPreflight(request)) answerPreflight(reply, listed)
    else done()
  })
}

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** Without the allowing headers a browser refuses the call by itself. */
function answerPreflight(reply: FastifyReply, listed: boolean): void {
  if (listed) reply.headers(preflight)
  reply.code(204).send()
}
