import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import plugin from 'fastify-plugin'
import type { Settings } from '../process/settings'

/** One year, in seconds. */
const YEAR_S = 31_536_000

/** Content-Security-Policy of API answers, which no browser should render. */
const dataPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

/** Headers for answers that Fastify sends without running hooks, so that the plugins below cannot set them. */
export const bareHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': Object.entries(dataPolicy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';'),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/**
 * Sets the security headers of every answer, marks API answers as not cacheable, and allows cross-origin calls from CORS_ORIGINS only. A
 * route that answers HTML sets its own `content-security-policy`.
 */
export const securityHeaders = plugin<Pick<Settings, 'publicUrl' | 'corsOrigins'>>(async (app, { publicUrl, corsOrigins }) => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: dataPolicy },
    // Keeps the reference to the popup that social sign-in opens.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: 'deny' },
    // Not of subdomains: below a company's own domain, others run them.
    hsts: publicUrl.startsWith('https:') && { maxAge: YEAR_S, includeSubDomains: false },
    // Headers for browsers that cannot run the console.
    ieNoOpen: false,
    xssFilter: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  const allowedOrigins = new Set(corsOrigins)
  if (allowedOrigins.size === 0) return
  await app.register(cors, {
    // Other origins get no CORS headers, so browsers block their calls.
    origin: (origin, answer) => answer(null, origin !== undefined && allowedOrigins.has(origin)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'],
    exposedHeaders: ['ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: 600,
    strictPreflight: false,
  })
})
