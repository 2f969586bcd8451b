import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { bareHeaders } from './headers'
import { refusal } from './problems'

/** Most unanswered requests of a connection. Browsers and proxies send the next request when the one before is answered. */
const UNANSWERED_MAX = 16

/**
 * Limits HTTP pipelining: refuses the request beyond the limit with 429, drops those after it, and closes the connection once the earlier
 * ones are answered. A thousand requests in one packet would make everyone else wait. Call it before other hooks are added.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const add = (by: number): number => {
      const count = (unanswered.get(socket) ?? 0) + by
      unanswered.set(socket, count)
      return count
    }
    const count = add(1)
    reply.raw.once('close', () => add(-1))
    if (count <= UNANSWERED_MAX) return done()
    if (count > UNANSWERED_MAX + 1) return void reply.hijack()
    reply.headers({ ...bareHeaders, 'x-request-id': request.id, connection: 'close' })
    done(refusal(429, 'too_many_requests', 'Too many requests at once on this connection: wait for answers before sending more'))
  })
}
