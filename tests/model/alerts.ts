import { alertMachine, type AlertEvent } from '../../machines/alertMachine'
import { flowOf, type Case } from './flow'

/** A system that an alert runs in. */
interface AlertSystem {
  /** Makes a move, allowed or refused. */
  make(event: AlertEvent): Promise<void>
}

const now = '2026-11-20T08:15:00.000Z'
const tomorrow = '2026-11-21T06:00:00.000Z'
const unresolved = ['open', 'acknowledged']

const move = (name: string, tell: string, from: readonly string[], event: AlertEvent) => ({
  name,
  tell,
  in: from,
  event,
  drive: (system: AlertSystem) => system.make(event),
})

/** The table of an alert's life. */
const cases: readonly Case<unknown, AlertEvent, AlertSystem>[] = [
  move('acknowledge', 'An administrator takes care of it.', ['open'], { type: 'acknowledge' }),
  move('acknowledge again', 'Another one says so too, and is refused.', ['acknowledged'], { type: 'acknowledge' }),
  move('snooze', 'An administrator wants no word of it until tomorrow.', unresolved, { type: 'snooze', until: tomorrow, now }),
  move('snooze until now', 'An administrator snoozes it until a time that is over, and is refused.', unresolved, {
    type: 'snooze',
    until: now,
    now,
  }),
  move('wake', 'An administrator ends the snooze.', unresolved, { type: 'snooze', until: null, now }),
  move('resolve', 'It is over, or an administrator says so.', unresolved, { type: 'resolve' }),
  move('return', 'Its cause returns within ten minutes.', ['resolved'], { type: 'return' }),
]

export const alertFlow = flowOf({ machine: alertMachine, name: 'alert', cases })
