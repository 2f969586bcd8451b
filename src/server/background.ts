import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS } from '../contract/durations'
import { sweepActivity } from './activity/retention'
import { judgeAlerts } from './alerts/judge'
import { sendDue } from './alerts/sender'
import { sweepAlerts } from './alerts/sweep'
import { sweepAccounts } from './auth/sweep'
import { answerBackups } from './backup/requests'
import { countToday } from './dashboard/trends'
import type { Deps } from './deps'
import { startMailSender } from './mail/sender'
import { advanceRollouts } from './rollouts/advance'
import { sweepDeletedSensors } from './telemetry/deletedSensors'
import { sweepTelemetry } from './telemetry/retention'
import { rollUp } from './telemetry/rollups'
import { watchSilences } from './telemetry/silences'

/** Milliseconds between roll-ups. */
const ROLL_UP_MS = 60_000
/** Each rule is judged once a minute, by the first process to get to it. */
const JUDGE_MS = 10_000
const SEND_MS = 2000
/** Often enough: rollouts wait for gateways, which report every half a minute. */
const ADVANCE_MS = 5000
/** Milliseconds after which an open page shows at the latest that a device is offline. */
const SILENCE_MS = 30_000
const SWEEP_MS = HOUR_MS
/** Milliseconds between looks for deleted sensors whose readings are due. */
const DELETED_MS = 60_000
/** Milliseconds between counts of all rows, and the greatest age of a day's last count. */
const COUNT_MS = 600_000

/** Starts the background jobs; the returned function stops them and waits for those under way. */
export function startBackground(deps: Deps, log: Pick<FastifyBaseLogger, 'warn'>): () => Promise<void> {
  const { db, jobs } = deps
  const stops = [
    startMailSender(deps, log),
    ...(deps.settings.databaseUrl === null ? [answerBackups(deps)] : []),
    jobs.every('account_sweep', SWEEP_MS, () => sweepAccounts(deps)),
    jobs.every('activity_retention', SWEEP_MS, () => sweepActivity(deps)),
    jobs.every('reading_retention', SWEEP_MS, () => sweepTelemetry(deps)),
    jobs.every('deleted_readings', DELETED_MS, () => sweepDeletedSensors(db)),
    jobs.every('daily_counts', COUNT_MS, () => countToday(db)),
    // When the database is down or busy, the next run catches up.
    jobs.every('alert_judging', JUDGE_MS, () => judgeAlerts(db)),
    jobs.every('silent_devices', SILENCE_MS, watchSilences(db)),
    jobs.every('alert_deliveries', SEND_MS, () => sendDue(deps)),
    jobs.every('alert_retention', SWEEP_MS, () => sweepAlerts(deps)),
    jobs.every('rollouts', ADVANCE_MS, () => advanceRollouts(db)),
    jobs.every('rollups', ROLL_UP_MS, () => rollUp(db)),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
