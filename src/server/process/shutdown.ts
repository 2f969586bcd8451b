import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from './settings'
import type { Running } from '../start'

/** Longest shutdown in milliseconds, before it is aborted. */
const DRAIN_MS = 10_000
/** The part of `DRAIN_MS` reserved for closing the database, after open connections were cut. */
const CLEAN_MS = 3000
/** Milliseconds in production for a load balancer to see /readyz fail before the port closes. */
const NOTICE_MS = 2000

/** Shuts down on SIGTERM or SIGINT after answering open requests; a second signal exits at once. */
export function endOnSignal(running: Running, settings: Pick<Settings, 'production'>): void {
  let ending = false
  const end = (signal: NodeJS.Signals): void => {
    if (ending) process.exit(1)
    ending = true
    void shutDown(running, settings.production ? NOTICE_MS : 0).then((clean) => {
      if (!clean)
        console.error(`Frond stopped (${signal}) and aborted the calls that took more than ${(DRAIN_MS - CLEAN_MS) / 1000} s.`)
      process.exit(clean ? 0 : 1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** Resolves with true when everything closed in time without cutting connections. */
async function shutDown(running: Running, noticeMs: number): Promise<boolean> {
  running.app.drain()
  let isCut = false
  const cut = (): void => {
    isCut = true
    running.app.server.closeAllConnections()
  }
  setTimeout(cut, DRAIN_MS - CLEAN_MS).unref()
  const closed = sleep(noticeMs)
    .then(() => running.close())
    .then(
      () => !isCut,
      () => false,
    )
  return Promise.race([closed, sleep(DRAIN_MS - 500, false)])
}
