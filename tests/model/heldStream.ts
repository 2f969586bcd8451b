/** How the stream of live events goes on: it begins, it is lost, the server is busy and asks for a second, or there is no such stream. */
export type StreamOutcome = 'begins' | 'lost' | 'busy' | 'none'

/**
 * Intercepts the stream of live events: a connection waits until the test says how it goes on, and a running one can be lost. A browser
 * page runs the text of this function, so it must not use anything from outside.
 */
export function holdStream(open: (request: Request) => Promise<Response>) {
  let end: ((outcome: StreamOutcome) => void) | null = null

  function hold(request: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      const lost = new AbortController()
      const answer = (outcome: StreamOutcome) => {
        if (outcome === 'begins') {
          end = () => lost.abort()
          resolve(open(new Request(request, { signal: AbortSignal.any([request.signal, lost.signal]) })))
        } else if (outcome === 'lost') reject(new TypeError('Failed to fetch'))
        else {
          const headers: HeadersInit = outcome === 'busy' ? { 'retry-after': '1' } : {}
          resolve(Response.json({ message: 'No events' }, { status: outcome === 'busy' ? 503 : 404, headers }))
        }
      }
      end = answer
      request.signal.addEventListener('abort', () => {
        end = null
        reject(new DOMException('Aborted', 'AbortError'))
      })
    })
  }

  /** Ends the wait for the connection, or the connection; returns false when there is none yet. */
  function go(outcome: StreamOutcome): boolean {
    const mine = end
    end = null
    mine?.(outcome)
    return mine !== null
  }
  return { hold, go }
}
