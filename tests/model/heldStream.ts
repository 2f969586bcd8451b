/** How the stream of live events goes on: it begins, it is lost, the server is too busy and asks for a second, or there is no such stream. */
export type StreamOutcome = 'begins' | 'lost' | 'busy' | 'none'

/**
 * Stands between the console and the stream of live events: a connection waits until it is said how it goes, and one that has begun can be
 * lost. A page in a browser runs the text of this function, which therefore uses nothing from outside.
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

  /** Ends the wait of the connection, or the connection; false: there is none yet. */
  function go(outcome: StreamOutcome): boolean {
    const mine = end
    end = null
    mine?.(outcome)
    return mine !== null
  }
  return { hold, go }
}
