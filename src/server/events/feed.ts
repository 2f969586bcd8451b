import type { Deps } from '../deps'
import { currentCursor, readNews, type News } from './changes'

/** Reads each change once, in order, and passes it on. */
interface Feed {
  /** Reads the current cursor, unless it has one: later changes are not missed. */
  start(): Promise<unknown>
  /** Reads the new changes; a call while it reads lets it read once more. */
  poll(): Promise<void>
  /** Forgets the cursor: nothing is read until the next start. */
  stop(): void
}

/** Creates the feed of a process, which passes new changes to `send`. */
export function createFeed({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, send: (news: News) => Promise<void>): Feed {
  let cursor: Promise<string> | null = null
  let isReading = false
  let again = false

  /** Sends the new changes; returns whether it was called again while it did so. */
  async function read(): Promise<boolean> {
    again = false
    const from = cursor
    if (from === null) return false
    const news = await readNews(db, { cursor: await from })
    await send(news)
    // Advances only after sending, so that unsent changes are read again.
    if (cursor === from) cursor = Promise.resolve(news.cursor)
    return again
  }

  return {
    start: () =>
      (cursor ??= currentCursor(db).catch((error: unknown) => {
        cursor = null
        throw error
      })),
    async poll() {
      again = true
      if (isReading || cursor === null) return
      isReading = true
      // When the database is down, it continues when the connection is back or at the next heartbeat.
      for (let goOn = true; goOn;) goOn = (await jobs.attempt('live_changes', read)) === true
      isReading = false
    },
    stop() {
      cursor = null
    },
  }
}
