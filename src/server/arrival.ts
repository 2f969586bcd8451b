import type { FastifyInstance } from 'fastify'

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

/** Ends connections whose request does not arrive in time; whoever sends letter by letter holds nothing up. */
export function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (request.routeOptions.config.slow === true || request.raw.complete) return
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), ARRIVAL_MS).unref()
    request.raw.once('close', () => clearTimeout(timer))
  })
}
