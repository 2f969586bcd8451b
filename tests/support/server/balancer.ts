import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Passes each call to the next server, and answers 502 when that one is gone: as nginx without sticky sessions. */
export async function balance(ports: readonly number[]): Promise<{ readonly origin: string; close(): void }> {
  let turn = 0
  const server = createServer((incoming, reply) => {
    const port = ports[turn++ % ports.length]
    const { method, url, headers } = incoming
    const passing = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passing.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()))
    reply.on('close', () => passing.destroy())
    incoming.pipe(passing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('This machine gives no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
