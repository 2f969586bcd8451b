import { createParser } from 'eventsource-parser'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { isRecord, parsedJson } from './json'

/** An event of the stream of changes. */
export type StreamEvent =
  | { readonly type: 'change'; readonly change: ChangeEvent }
  | { readonly type: 'readings'; readonly readings: ReadingsEvent }
  | { readonly type: 'reset' }

/** Callbacks while a stream is read. */
export interface StreamListener {
  onEvent(event: StreamEvent): void
  /** The stream is complete from here on. */
  onReady(): void
  /** Receives the position to resume from after a lost connection. */
  onCursor(cursor: string): void
  /** Something arrived, possibly only a heartbeat. */
  onChunk(): void
}

/** Reads an event stream to its end; rejects when the connection breaks. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onReady, onCursor, onChunk }: StreamListener,
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
    onChunk()
    parser.feed(decoder.decode(chunk.value, { stream: true }))
  }
}

/** Null for an unknown event: a newer server may send more kinds. */
function eventOf(event: string | undefined, data: string): StreamEvent | null {
  if (event === 'reset') return { type: 'reset' }
  const payload = parsedJson(data)
  if (!isRecord(payload) || typeof payload['area'] !== 'string') return null
  if (event === 'readings') return { type: 'readings', readings: payload as ReadingsEvent }
  return event === undefined ? { type: 'change', change: payload as ChangeEvent } : null
}
