import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from './settings'
import type { Running } from '../start'

/** How long a shutdown may take before it is cut short, ms. */
const DRAIN_MS = 10_000
/** How much of it is kept for writing everything down, whatever has to be cut short for that, ms. */
const CLEAN_MS = 3000
/** How long a balancer has in production to see /readyz say no before the port closes, ms. */
const NOTICE_MS = 2000

/** Ends the server at SIGTERM or SIGINT: what has been asked is answered first. A second signal ends it at once. */
export function endOnSignal(running: Running, settings: Pick<Settings, 'production'>): void {
  let ending = false
  const end = (signal: NodeJS.Signals): void => {
    if (ending) process.exit(1)
    ending = true
    void shutDown(running, settings.production ? NOTICE_MS : 0).then((clean) => {
      if (!clean)
        console.error(`Frond was told to end (${signal}) and cut calls short that took over ${(DRAIN_MS - CLEAN_MS) / 1000} s.`)
      process.exit(clean ? 0 : 1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** True when everything ended well in time. */
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
