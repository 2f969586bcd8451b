import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of 127.0.0.1 on which nothing listens. It is below those that systems give to outgoing connections, one of which could take
 * it before the caller listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return port
}
