import plugin from 'fastify-plugin'
import type { Readable } from 'node:stream'
import { HEARTBEAT_MS } from '../../contract/events'
import type { Principal } from '../auth/guard'
import { livingOf } from '../auth/sessions'
import type { Deps } from '../deps'
import { refusal } from '../http/problems'
import { currentCursor, readNews, type News, type Since } from './changes'
import { anyReadings, gatherReadings, readReadings, type Readings } from './readings'
import { openStream, type Stream } from './stream'

/** Streams that one user may hold at once on one server: windows that can be seen, not tabs. */
const STREAMS_MAX = 32

/** How often things are done; tests have less time. */
export interface Pace {
  readonly heartbeatMs?: number
  readonly readingsMs?: number
}

/** The live streams of this process. */
export interface Live {
  /** Opens a stream, which first gets the missed changes; throws 429 when the user holds too many. */
  open(principal: Principal, since: Since): Promise<Readable>
  /** See `Readings.note`. */
  readonly note: Readings['note']
  /** Ends every stream, at once. */
  close(): Promise<void>
}

/**
 * One connection of this process listens to what any process changes; woken by it, one query reads what is new and sends it to every stream.
 * Nothing is asked while nobody listens.
 */
export function createLive(deps: Deps, { heartbeatMs = HEARTBEAT_MS, readingsMs }: Pace = {}): Live {
  const { db, clock, settings, jobs } = deps
  const streams = new Set<Stream>()
  const readings = gatherReadings(deps, readingsMs)
  const feed = createFeed()
  let stopListening: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function createFeed() {
    let cursor: Promise<string> | null = null
    let reading = false
    let again = false
    return {
      /** From here on nothing is missed. */
      begin: () =>
        (cursor ??= currentCursor(db).catch((error: unknown) => {
          cursor = null
          throw error
        })),
      forget: () => (cursor = null),
      async wake(): Promise<void> {
        again = true
        if (reading || cursor === null) return
        reading = true
        // Away: woken again when it is back, or by the next beat.
        for (let goOn = true; goOn;) goOn = (await jobs.attempt('live_changes', read)) === true
        reading = false
      },
    }
    /** Sends what is new; answers whether it was woken again while it read. */
    async function read(): Promise<boolean> {
      again = false
      const from = cursor
      if (from === null) return false
      const news = await readNews(db, { cursor: await from })
      await tell(news)
      // Changes that could not be sent are read again.
      if (cursor === from) cursor = Promise.resolve(news.cursor)
      return again
    }
  }

  async function tell(news: News): Promise<void> {
    if (news.touchesSessions) await endDead()
    for (const stream of streams) stream.tell(news)
  }

  /** Ends the streams whose session or bearer is over: nothing is sent to them after that. */
  async function endDead(): Promise<void> {
    const now = clock()
    const ids = [...new Set([...streams].map(({ principal }) => principal.sessionId))]
    const living = await livingOf(db, settings, ids, now)
    for (const stream of streams)
      if (ids.includes(stream.principal.sessionId) && !living.has(stream.principal.sessionId)) stream.end()
    endExpired()
  }

  function endExpired(): void {
    const now = clock()
    for (const stream of streams) if (stream.principal.until <= now) stream.end()
  }

  function hear(payload: string | null): void {
    if (payload === null) jobs.note('live_listen', null)
    if (streams.size === 0) return
    endExpired()
    if (payload === null || payload === '') void feed.wake()
    else for (const stream of streams) stream.hear(readReadings(payload))
  }

  /** The interval that finds closed connections, sessions that ended, and a lost NOTIFY. */
  function beat(): void {
    for (const stream of streams) stream.beat()
    void jobs.attempt('live_sessions', endDead)
    void feed.wake()
  }

  function begin(): void {
    stopListening ??= db.listen(hear, (error) => jobs.note('live_listen', { error }))
    timer ??= setInterval(beat, heartbeatMs).unref()
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
    feed.forget()
  }

  return {
    note: readings.note,
    async open(principal, since) {
      if (isClosed) throw refusal(503, 'unavailable', 'The server is shutting down', { retryAfterS: 1 })
      const ofUser = [...streams].filter((stream) => stream.principal.userId === principal.userId)
      if (ofUser.length >= STREAMS_MAX)
        throw refusal(429, 'too_many_requests', 'Too many tabs are open at once', { retryAfterS: 60 })
      const stream: Stream = openStream(principal, () => leave(stream))
      streams.add(stream)
      begin()
      try {
        await feed.begin()
        const missed = await readNews(db, since)
        stream.begin(missed)
        if ('cursor' in since) stream.hear(anyReadings)
        return stream.readable
      } catch (error) {
        stream.readable.destroy()
        throw error
      }
    },
    async close() {
      isClosed = true
      readings.stop()
      clearInterval(timer)
      for (const stream of streams) stream.end()
      await stopListening?.()
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly live: Live
  }
}

/** Decorates the app with its live streams, which end when it closes. */
export const liveStreams = plugin<Pace>(async (app, pace) => {
  const live = createLive(app, pace)
  app.decorate('live', live)
  app.addHook('preClose', () => live.close())
})
