import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes large bodies: only the server's own request timeout limits their arrival. */
    slow?: boolean
  }
}

/** Milliseconds within which a request must arrive. */
const ARRIVAL_MS = 30_000
/** Milliseconds within which a request with a file must arrive. */
export const SLOW_ARRIVAL_MS = 600_000
/** Milliseconds that a client which is still sending has to read the answer, before the connection closes. */
const ANSWERED_MS = 1000

/**
 * Closes a connection whose request body has not arrived in time, or still not a second after the answer, so that slow senders cannot hold
 * connections open.
 */
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
