import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Makes a closing server refuse connections at once, and wait only for the answers under way. Fastify closes its port only after all
 * `preClose` hooks: a proxy would send requests meanwhile, and does not repeat a POST that was cut. Node alone also waits for idle
 * connections: without limit for one that never sent a request, as browsers preopen them, and 72 s for one whose last answer came late.
 */
export function endConnections(app: FastifyInstance): void {
  /** The answers under way on each connection. */
  const answers = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  function endIdle(socket: Socket): void {
    if (isClosing && answers.get(socket)?.size === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => answers.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answers.get(socket)?.add(response)
    response.once('close', () => {
      answers.get(socket)?.delete(response)
      endIdle(socket)
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    app.server.close()
    for (const [socket, responses] of answers) {
      // Adds `connection: close` to the answer.
      for (const response of responses) response.shouldKeepAlive = false
      endIdle(socket)
    }
  })
}
