import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { answerOf, failedAnswer, type Answer } from './answer'

/** A stream of server-sent events, as far as it was received. */
export interface OpenStream {
  /** The answer to the call; without a body when it is a stream. */
  readonly answer: Answer
  /** Returns the events up to the first that fits; null when none arrived in time or the stream ended. */
  until(fits: (event: EventSourceMessage) => boolean): Promise<readonly EventSourceMessage[] | null>
  close(): void
}

/** Opens a stream by `open`, which receives the signal that ends it. Never throws. */
export async function openStream(open: (signal: AbortSignal) => Promise<Response>, timeoutMs: number): Promise<OpenStream> {
  const stop = new AbortController()
  const patience = setTimeout(() => stop.abort(new Error(`nothing came within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const response = await open(stop.signal)
    if (!isEventStream(response))
      return { answer: await answerOf(response), until: () => Promise.resolve(null), close: () => undefined }
    const { status, headers } = response
    const answer = { status, headers, bytes: new Uint8Array(), body: undefined, failure: null }
    return { answer, ...listenTo(response, timeoutMs), close: () => stop.abort() }
  } catch (error) {
    return { answer: failedAnswer(error), until: () => Promise.resolve(null), close: () => undefined }
  } finally {
    clearTimeout(patience)
  }
}

function isEventStream({ status, headers, body }: Response): boolean {
  return status === 200 && body !== null && /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}

function listenTo(response: Response, timeoutMs: number): Pick<OpenStream, 'until'> {
  const events: EventSourceMessage[] = []
  let wake = (): void => undefined
  const parser = createParser({
    onEvent(event) {
      events.push(event)
      wake()
    },
  })
  const ended = read(response, (text) => parser.feed(text)).then(() => 'over' as const)
  return {
    async until(fits) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<'over'>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'over')))
      try {
        for (let isOver = false; ;) {
          const woken = new Promise<'woken'>((resolve) => (wake = () => resolve('woken')))
          const at = events.findIndex(fits)
          if (at !== -1) return events.splice(0, at + 1)
          if (isOver) return null
          isOver = (await Promise.race([woken, ended, late])) === 'over'
        }
      } finally {
        clearTimeout(timer)
      }
    },
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
