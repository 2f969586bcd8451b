import { Readable } from 'node:stream'
import { eventNames, type ChangeEvent, type ReadingsEvent } from '../../contract/events'
import type { Principal } from '../auth/guard'
import type { News, LoggedChange } from './changes'

/** Bytes that may wait for a slow reader; behind that it is cut off, and catches up when it comes again. */
const WAITING_MAX = 262_144

/** An open stream of one page. */
export interface Stream {
  readonly principal: Principal
  readonly readable: Readable
  /** Sends changes that were read from the log. Those that come before `begin` wait for it. */
  tell(news: News): void
  /** Sends which devices have reported. */
  hear(readings: readonly ReadingsEvent[]): void
  /** Sends the missed changes first. */
  begin(missed: News): void
  /** A sign of life. */
  beat(): void
  end(): void
}

/** Opens a stream for a signed-in user; calls `onClose` when it ends, for any reason. */
export function openStream(principal: Principal, onClose: () => void): Stream {
  const readable = new Readable({ read: () => undefined })
  let waiting: News[] | null = []
  let isOver = false
  readable.once('close', onClose)

  function write(text: string): void {
    if (text === '' || readable.destroyed || isOver) return
    readable.push(text)
    if (readable.readableLength > WAITING_MAX) readable.destroy()
  }
  const tell = (news: News): void => {
    if (waiting === null) write(framesOf(news, principal))
    else waiting.push(news)
  }

  return {
    principal,
    readable,
    tell,
    hear: (readings) => write(readings.map((one) => frame(one, { event: eventNames.readings })).join('')),
    begin(missed) {
      const queued = waiting ?? []
      waiting = null
      write(framesOf(missed, principal) + frame({}, { event: eventNames.ready, id: missed.cursor }))
      for (const news of queued) tell(news)
    },
    beat: () => write(':\n\n'),
    end() {
      if (readable.destroyed || isOver) return
      isOver = true
      // A client that does not read would not see the end either, and the connection would stay open.
      if (readable.readableFlowing === false) readable.destroy()
      else readable.push(null)
    },
  }
}

/** The last frame carries the cursor: a client that is cut off before it receives everything again. */
function framesOf({ changes, cursor }: News, { userId }: Principal): string {
  if (changes === null) return frame({}, { event: eventNames.reset, id: cursor })
  return changes.map((change, at) => frame(eventOf(change, userId), at === changes.length - 1 ? { id: cursor } : {})).join('')
}

/** The id of the call is sent only to the client that made it. */
function eventOf({ area, id, version, change, userId, requestId }: LoggedChange, reader: string): ChangeEvent {
  return { area, id, version, change, ...(requestId !== null && userId === reader && { requestId }) }
}

function frame(data: object, { event, id }: { readonly event?: string; readonly id?: string }): string {
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
