import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Fault, Right } from './faults'

/** A proxy between browser and product that can inject a fault. */
export interface Proxy {
  readonly origin: string
  /** Injects a fault into calls of the API from now on; null: none. */
  setFault(fault: Fault | null): void
  /** Calls that have met the fault since `setFault`, without those of the bell. */
  metCount(): number
  close(): Promise<void>
}

/** Calls of the API except the session's refresh and the live events, which have rules of their own. */
const calls = /^\/api\/v[12]\/(?!auth\/refresh|events)/

/** Whether the bell in the top bar makes this call: on each live change, whatever the page. Without an answer it shows no count. */
const isBells = ({ url = '' }: IncomingMessage): boolean =>
  /\/alerts\?.*\bpageSize=5\b/.test(url) && url.includes('snoozed=false')

/** Whether a call changes nothing: a preview is a POST that only reads. */
const isRead = ({ method, url = '' }: IncomingMessage): boolean => method === 'GET' || url.endsWith('/preview')

/** Starts a proxy on `port` in front of the product at `target`. */
export async function startProxy(target: string, port: number): Promise<Proxy> {
  let fault: Fault | null = null
  let metCount = 0
  const server = createServer((incoming, answer) => {
    answer.on('error', () => undefined)
    const standing = fault
    if (standing === null || !calls.test(incoming.url ?? '')) {
      pass(target, incoming, (right) => send(answer, right))
      return
    }
    if (!isBells(incoming)) metCount += 1
    if (isRead(incoming)) pass(target, incoming, (right) => standing.answer(answer, right))
    else {
      // A save that meets a fault never reaches the server, so that the same row can be saved again under the next fault.
      incoming.resume()
      standing.answer(answer, { status: 200, headers: {}, body: Buffer.from('{"result":{}}') })
    }
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    setFault(next) {
      fault = next
      metCount = 0
    },
    metCount: () => metCount,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(answer: ServerResponse, { status, headers, body }: Right): void {
  answer.writeHead(status, headers)
  answer.end(body)
}

/** Forwards a request to the product, and hands its answer to `then`. */
function pass(target: string, incoming: IncomingMessage, then: (right: Right) => void): void {
  const { hostname, port } = new URL(target)
  const { 'accept-encoding': _packed, ...headers } = incoming.headers
  const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => then({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }))
  })
  outgoing.on('error', () => incoming.socket.destroy())
  incoming.pipe(outgoing)
}
