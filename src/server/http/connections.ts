import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Has a server that closes wait for its answers and for nothing else. Node by itself waits as long as the other side likes for a
 * connection on which nothing was ever asked, as browsers open them beforehand, and 72 s for one whose last answer came late.
 */
export function endConnections(app: FastifyInstance): void {
  /** What is being answered on each connection. */
  const answers = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  function endIdle(socket: Socket): void {
    if (isClosing && answers.get(socket)?.size === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => answers.delete(socket))
    endIdle(socket)
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
    for (const [socket, responses] of answers) {
      // Each answer from now on says that the connection closes after it.
      for (const response of responses) response.shouldKeepAlive = false
      endIdle(socket)
    }
  })
}
