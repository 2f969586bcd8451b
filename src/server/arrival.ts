import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is large and may take as long as the server allows at most. */
    slow?: boolean
  }
}

/** How long most requests may take to arrive, milliseconds. */
const ARRIVAL_MS = 30_000
/** How long one may take that brings a file, milliseconds. */
export const SLOW_ARRIVAL_MS = 600_000
/** How long the rest of one may still come that is answered already: long enough to read the answer, milliseconds. */
const ANSWERED_MS = 1000

/** Ends connections whose request does not arrive in time; whoever sends letter by letter, or what was refused, holds nothing up. */
export function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (request.routeOptions.config.slow === true) return
    endAfter(request, ARRIVAL_MS)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    done()
    endAfter(request, ANSWERED_MS)
  })
}

function endAfter({ raw }: FastifyRequest, ms: number): void {
  if (raw.complete) return
  const timer = setTimeout(() => raw.complete || raw.destroy(), ms).unref()
  raw.once('close', () => clearTimeout(timer))
}
