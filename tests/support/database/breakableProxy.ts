import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../src/tools/freePort'

/** A proxy to a server that can be shut: then the server is unreachable for all who use the proxy's address. */
export interface BreakableProxy {
  readonly url: string
  /** Closes the open connections and refuses new ones. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Passes nothing on and accepts connections, as a server that hangs does. */
  freeze(): void
  thaw(): void
}

/** Opens a proxy on 127.0.0.1 to the server at an address. */
export async function breakableProxyTo(url: string): Promise<BreakableProxy> {
  const { hostname, port: serverPort } = new URL(url)
  const port = await freePort()
  const inside = new Set<Socket>()
  const ways = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  const server = createServer((socket) => {
    const onward = connect(Number(serverPort || 5432), hostname)
    for (const way of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      const [one, other] = way
      inside.add(one)
      ways.add(way)
      if (!isFrozen) one.pipe(other)
      // `close` follows every error.
      one
        .on('error', () => undefined)
        .on('close', () => {
          inside.delete(one)
          ways.delete(way)
          other.destroy()
        })
    }
  })
  const open = (): Promise<void> => new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await open()
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    open,
    freeze() {
      isFrozen = true
      for (const [one, other] of ways) one.unpipe(other)
    },
    thaw() {
      isFrozen = false
      for (const [one, other] of ways) one.pipe(other)
    },
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of inside) socket.destroy()
      await closed
    },
  }
}
