import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './messageOf'
import type { Settings } from './settings'
import type { Running } from '../start'

/** Limits of a shutdown, in milliseconds. */
interface Limits {
  /** When connections that are still open are cut. */
  readonly callsMs: number
  /** Time after that for closing the database, before the shutdown is aborted. */
  readonly cleanMs: number
}
/** Together just below the ten seconds after which container runtimes kill a process. */
const LIMITS: Limits = { callsMs: 7000, cleanMs: 2500 }
/** Milliseconds in production for a load balancer to see /readyz fail before the port closes. */
const NOTICE_MS = 2000
/** Milliseconds within which further signals come of the same Ctrl+C: the terminal signals all processes, and npm passes its signal on. */
const SAME_MS = 500

/** Shuts down on SIGTERM or SIGINT after answering open requests; a later second signal exits at once. */
export function endOnSignal(running: Running, settings: Pick<Settings, 'production'>, limits = LIMITS): void {
  let endingSince: number | null = null
  const end = (signal: NodeJS.Signals): void => {
    if (endingSince !== null) {
      if (performance.now() - endingSince > SAME_MS) process.exit(1)
      return
    }
    endingSince = performance.now()
    void shutDown(running, settings.production ? NOTICE_MS : 0, limits).then((fault) => {
      if (fault !== null) console.error(`Frond stopped (${signal}), but ${fault}.`)
      process.exit(fault === null ? 0 : 1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** Resolves with null when everything closed in time, and otherwise with what did not. */
async function shutDown(running: Running, noticeMs: number, { callsMs, cleanMs }: Limits): Promise<string | null> {
  const { app } = running
  app.drain()
  let fault: string | null = null
  const cut = (): void => {
    fault = `aborted the calls that took more than ${callsMs / 1000} s`
    app.server.closeAllConnections()
  }
  const cutting = setTimeout(cut, callsMs).unref()
  app.server.once('close', () => clearTimeout(cutting))
  const closed = sleep(noticeMs)
    .then(() => running.close())
    .then(
      () => fault,
      (error: unknown) => `not all of it could be closed: ${messageOf(error)}`,
    )
  const late = sleep(callsMs + cleanMs).then(() => fault ?? 'its background jobs or its database took too long to close')
  return Promise.race([closed, late])
}
