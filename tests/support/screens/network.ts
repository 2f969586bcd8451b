import type { TestServer } from '../server/server'

interface Disturbable {
  /** Puts `fault` between console and server; one that returns null lets a call through. */
  disturb(fault: (request: Request) => Promise<null> | null): void
}

/** Holds back every call; the returned function lets the held ones and all later ones reach the server. An aborted call stays aborted. */
export function hold({ disturb }: Disturbable): () => void {
  let open: () => void = () => undefined
  const gate = new Promise<null>((resolve) => {
    open = () => resolve(null)
  })
  disturb(() => gate)
  return () => {
    disturb(() => null)
    open()
  }
}

/**
 * Lets the server answer these calls, and loses the answers; `which` is their method, or how their address ends. The returned function lets
 * the next ones arrive.
 */
export function loseAnswers({ disturb }: Disturbable, server: Pick<TestServer, 'fetch'>, which: string): () => void {
  disturb(async (request) => {
    if (request.method !== which && !request.url.endsWith(which)) return null
    await server.fetch(request)
    throw new TypeError('network')
  })
  return () => disturb(() => null)
}
