import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes a server without cutting a request, and without waiting for idle connections. The port is closed first, because Fastify closes it
 * only after all `preClose` hooks: until then a proxy would send more requests, and it does not repeat a POST whose connection was closed.
 * Answers under way are finished. Idle connections are closed at once, because Node would wait for them: without limit for one that never
 * sent a request, as browsers preopen them, and 72 s for one whose last answer came late.
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
