import { setup, transition } from 'xstate'
import type { AlertMove } from '../src/contract/alertCalls'
import type { AlertStatus } from '../src/contract/alerts'

/** Events of an alert: an administrator's moves, and what the evaluation of its rule finds. Moments are ISO 8601 in UTC. */
export type AlertEvent =
  | { readonly type: 'acknowledge' }
  | { readonly type: 'resolve' }
  | { readonly type: 'snooze'; readonly until: string | null; readonly now: string }
  | { readonly type: 'return' }
/** Every move, in the order of the buttons. */
const alertMoves: readonly AlertMove[] = ['acknowledge', 'snooze', 'resolve']

/**
 * The life cycle of an alert. Server and console share it: the console offers, and the server accepts, only moves that the status allows.
 */
export const alertMachine = setup({
  types: { events: {} as AlertEvent },
  guards: {
    /** A snooze needs an end in the future; `until: null` ends the running snooze. */
    endsInFuture: ({ event }) => event.type === 'snooze' && (event.until === null || event.until > event.now),
  },
}).createMachine({
  id: 'alert',
  description: 'An alert, from the moment its rule raises it until it is resolved.',
  initial: 'open',
  states: {
    open: {
      description: 'Raised; nobody has acknowledged it.',
      on: {
        acknowledge: { target: 'acknowledged', description: 'An administrator takes care of it.' },
        snooze: {
          target: 'open',
          guard: 'endsInFuture',
          description: 'An administrator snoozes it: until then, it is not counted or sent.',
        },
        resolve: { target: 'resolved', description: 'Its cause is over, or an administrator resolves it.' },
      },
    },
    acknowledged: {
      description: 'An administrator takes care of it.',
      on: {
        snooze: {
          target: 'acknowledged',
          guard: 'endsInFuture',
          description: 'An administrator snoozes it: until then, it is not counted or sent.',
        },
        resolve: { target: 'resolved', description: 'Its cause is over, or an administrator resolves it.' },
      },
    },
    resolved: {
      description: 'Over. If its cause returns within ten minutes, the alert reopens; later, a new alert is raised.',
      on: {
        return: { target: 'open', description: 'Its cause returns within ten minutes.' },
      },
    },
  },
})

/** The status after an event, often the same one; null when the status does not allow the event, or a guard rejects its payload. */
export function movedAlert(from: AlertStatus, event: AlertEvent): AlertStatus | null {
  const before = alertMachine.resolveState({ value: from })
  if (!before.can(event)) return null
  const [after] = transition(alertMachine, before, event)
  return after.value
}

/** The moves that a status allows, whatever their payload: an alert's buttons. */
export function alertMovesFrom(status: AlertStatus): readonly AlertMove[] {
  const { ownEvents } = alertMachine.getStateNodeById(`alert.${status}`)
  return alertMoves.filter((move) => ownEvents.includes(move))
}
