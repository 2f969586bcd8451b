import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { EVENTS_PATH } from '../../../src/contract/events'

/** An open stream of live events, as a page holds it. */
export interface OpenStream {
  readonly status: number
  readonly headers: Headers
  /** All events so far, without heartbeats. */
  readonly events: readonly EventSourceMessage[]
  /** Waits for the first event that fits, from index `from` on. */
  next(fits: (event: EventSourceMessage) => boolean, from?: number): Promise<EventSourceMessage>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  /** Id of the last event that had one. */
  cursor(): string
  close(): void
}

interface StreamOptions {
  readonly origin: string
  readonly bearer: string
  readonly after?: string
  readonly query?: string
}

/** Opens a stream over the network. */
export async function openEventStream({ origin, bearer, after, query = '' }: StreamOptions): Promise<OpenStream> {
  const stop = new AbortController()
  const response = await fetch(`${origin}${EVENTS_PATH}${query}`, {
    headers: { authorization: `Bearer ${bearer}`, ...(after !== undefined && { 'last-event-id': after }) },
    signal: stop.signal,
  })
  const events: EventSourceMessage[] = []
  let wake = () => undefined as void
  const parser = createParser({
    onEvent(event) {
      events.push(event)
      wake()
    },
  })
  const ended = read(response, (text) => parser.feed(text))
  return {
    status: response.status,
    headers: response.headers,
    events,
    async next(fits, from = 0) {
      for (;;) {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        const found = events.slice(from).find(fits)
        if (found !== undefined) return found
        await Promise.race([woken, ended.then(() => Promise.reject(new Error('The stream ended before that')))])
      }
    },
    ended,
    cursor: () => events.findLast(({ id }) => id !== undefined)?.id ?? '',
    close: () => stop.abort(),
  }
}

async function read(response: Response, feed: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }))
  } catch {
    // The stream was closed by this side, or cut off.
  }
}

/** Parses the `data` of an event. */
export function dataOf(event: EventSourceMessage): Readonly<Record<string, unknown>> {
  return JSON.parse(event.data) as Readonly<Record<string, unknown>>
}
