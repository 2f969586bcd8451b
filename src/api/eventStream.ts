import { createParser } from 'eventsource-parser'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'

/** An event of the stream of changes. */
export type StreamEvent =
  | { readonly type: 'change'; readonly change: ChangeEvent }
  | { readonly type: 'readings'; readonly readings: ReadingsEvent }
  | { readonly type: 'reset' }

/** Callbacks of a stream while it is read. */
export interface StreamListener {
  onEvent(event: StreamEvent): void
  /** From here on nothing is missed. */
  onReady(): void
  /** Where to go on when the stream is lost. */
  onCursor(cursor: string): void
  /** Something came, be it a sign of life alone. */
  onSign(): void
}

/** Reads an event stream to its end; rejects when it is cut off. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onReady, onCursor, onSign }: StreamListener,
): Promise<void> {
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent({ event, data, id }) {
      if (event === 'ready') onReady()
      else {
        const change = eventOf(event, data)
        if (change !== null) onEvent(change)
      }
      if (id !== undefined) onCursor(id)
    },
  })
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onSign()
    parser.feed(decoder.decode(chunk.value, { stream: true }))
  }
}

/** Null for an event that this console does not know: a later server may send more. */
function eventOf(event: string | undefined, data: string): StreamEvent | null {
  if (event === 'reset') return { type: 'reset' }
  const payload = parsed(data)
  if (typeof payload !== 'object' || payload === null || !('area' in payload) || typeof payload.area !== 'string') return null
  if (event === 'readings') return { type: 'readings', readings: payload as ReadingsEvent }
  return event === undefined ? { type: 'change', change: payload as ChangeEvent } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
