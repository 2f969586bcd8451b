import { Readable } from 'node:stream'
import { eventNames, type ChangeEvent, type ReadingsEvent } from '../../contract/events'
import type { Principal } from '../auth/guard'
import type { News, LoggedChange } from './changes'

/** Most bytes buffered for a slow reader; beyond it the stream is closed, and the client catches up when it reconnects. */
const WAITING_MAX = 262_144

/** An open stream to one page. */
export interface Stream {
  readonly principal: Principal
  readonly readable: Readable
  /** Sends changes from the log; those before `begin` wait for it. */
  sendChanges(news: News): void
  /** Sends which devices changed. */
  sendReadings(readings: readonly ReadingsEvent[]): void
  /** Sends the missed changes, then the waiting ones. */
  begin(missed: News): void
  /** Sends a heartbeat. */
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
  const sendChanges = (news: News): void => {
    if (waiting !== null) waiting.push(news)
    // While nothing changes, the last cursor would become too old to resume from.
    else write(framesOf(news, principal) || frame({}, { event: eventNames.cursor, id: news.cursor }))
  }

  return {
    principal,
    readable,
    sendChanges,
    sendReadings: (readings) => write(readings.map((one) => frame(one, { event: eventNames.readings })).join('')),
    begin(missed) {
      const queued = waiting ?? []
      waiting = null
      write(framesOf(missed, principal) + frame({}, { event: eventNames.ready, id: missed.cursor }))
      for (const news of queued) sendChanges(news)
    },
    beat: () => write(':\n\n'),
    end() {
      if (readable.destroyed || isOver) return
      isOver = true
      // A client that does not read would never see the end, and its connection would stay open.
      if (readable.readableFlowing === false) readable.destroy()
      else readable.push(null)
    },
  }
}

/** Formats changes as frames. Only the last one has the cursor: a client cut off before it gets all of them again. */
function framesOf({ changes, cursor }: News, { userId }: Principal): string {
  if (changes === null) return frame({}, { event: eventNames.reset, id: cursor })
  return changes.map((change, at) => frame(eventOf(change, userId), at === changes.length - 1 ? { id: cursor } : {})).join('')
}

/** Sends a call's id only to the user who made it. */
function eventOf({ area, id, version, change, userId, requestId }: LoggedChange, reader: string): ChangeEvent {
  return { area, id, version, change, ...(requestId !== null && userId === reader && { requestId }) }
}

function frame(data: object, { event, id }: { readonly event?: string; readonly id?: string }): string {
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
