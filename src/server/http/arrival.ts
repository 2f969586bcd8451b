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
/** How long a sender whose request is already answered has to read the answer, milliseconds. */
const ANSWERED_MS = 1000

/** Closes a connection when its request body is not here in time, or still not here a second after the answer: slow senders cannot hold connections open. */
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
