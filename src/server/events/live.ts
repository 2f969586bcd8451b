import plugin from 'fastify-plugin'
import type { Readable } from 'node:stream'
import { HEARTBEAT_MS } from '../../contract/events'
import type { Principal } from '../auth/guard'
import { readersAmong } from '../auth/sessions'
import type { Deps } from '../deps'
import { refusal } from '../http/problems'
import { LONGEST_S, readNews, type News, type Since } from './changes'
import { createFeed } from './feed'
import { anyReadings, gatherReadings, readReadings, type Readings } from './readings'
import { openStream, type Stream } from './stream'

/** Most streams of one user on one server; visible windows hold one, hidden tabs none. */
const STREAMS_MAX = 32

/** Seconds after which data is too old to assume that its devices are as they were: a page in the background connects when it is shown. */
const FRESH_S = 5

/** Intervals; tests shorten them. */
export interface Pace {
  readonly heartbeatMs?: number
  readonly readingsMs?: number
}

/** The live streams of this process. */
export interface Live extends Readings {
  /** Opens a stream that first gets the missed changes; throws 429 when the user has too many. */
  open(principal: Principal, since: Since): Promise<Readable>
  /** Ends all streams at once. */
  close(): Promise<void>
}

/**
 * Creates the live streams. One connection per process listens for changes; a notification triggers one query for the new ones, which go to
 * every stream. Without streams nothing is queried.
 */
export function createLive(deps: Deps, { heartbeatMs = HEARTBEAT_MS, readingsMs }: Pace = {}): Live {
  const { db, clock, settings, jobs } = deps
  const streams = new Set<Stream>()
  const readings = gatherReadings(deps, readingsMs)
  const feed = createFeed(deps, send)
  let stopListening: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function send(news: News): Promise<void> {
    if (news.touchesSessions) await closeEnded()
    for (const stream of streams) stream.sendChanges(news)
  }

  /** Ends the streams whose session may not read any more or whose bearer has expired, before anything more is sent to them. */
  async function closeEnded(): Promise<void> {
    const now = clock()
    const ids = [...new Set([...streams].map(({ principal }) => principal.sessionId))]
    const readers = await readersAmong(db, settings, ids, now)
    for (const stream of streams)
      if (ids.includes(stream.principal.sessionId) && !readers.has(stream.principal.sessionId)) stream.end()
    endExpired()
  }

  function endExpired(): void {
    const now = clock()
    for (const stream of streams) if (stream.principal.until <= now) stream.end()
  }

  function receive(payload: string | null): void {
    if (payload === null) jobs.note('live_listen', null)
    if (streams.size === 0) return
    endExpired()
    if (payload === null || payload === '') void feed.poll()
    // The log has the changes that were missed, but no readings.
    const reported = payload === null ? anyReadings : readReadings(payload)
    for (const stream of streams) stream.sendReadings(reported)
  }

  /** Detects closed connections, ended sessions and lost notifications. */
  function beat(): void {
    for (const stream of streams) stream.beat()
    void jobs.attempt('live_sessions', closeEnded)
    void feed.poll()
  }

  function begin(): void {
    stopListening ??= db.listen(receive, (error) => jobs.note('live_listen', { error }))
    timer ??= setInterval(beat, heartbeatMs).unref()
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
    feed.stop()
    // No stream is open, so these jobs can fail nobody.
    for (const job of ['live_changes', 'live_sessions']) jobs.settle(job)
  }

  return {
    ...readings,
    async open(principal, since) {
      if (isClosed) throw refusal(503, 'unavailable', 'The server is shutting down', { retryAfterS: 1 })
      const ofUser = [...streams].filter((stream) => stream.principal.userId === principal.userId)
      if (ofUser.length >= STREAMS_MAX)
        throw refusal(429, 'too_many_requests', 'Too many tabs are open at once', { retryAfterS: 60 })
      const stream: Stream = openStream(principal, () => leave(stream))
      // Before the stream is added, which has missed nothing: PGlite calls back at once.
      begin()
      streams.add(stream)
      try {
        await feed.start()
        const missed = await readNews(db, since)
        stream.begin(missed)
        if ('cursor' in since || since.seconds > LONGEST_S + FRESH_S) stream.sendReadings(anyReadings)
        return stream.readable
      } catch (error) {
        stream.readable.destroy()
        throw error
      }
    },
    async close() {
      isClosed = true
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

/** Decorates the app with live streams, which end when it closes. */
export const liveStreams = plugin<Pace>(async (app, pace) => {
  const live = createLive(app, pace)
  app.decorate('live', live)
  app.addHook('preClose', () => live.close())
  // The requests that ended since then may have stored readings.
  app.addHook('onClose', () => live.flush())
})
