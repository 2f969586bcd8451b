import { setup, transition } from 'xstate'
import type { AlertMove, AlertStatus } from '../src/contract/alerts'

/** What happens to an alert: what an administrator does, and what the judging of its rule finds. Moments are ISO 8601 in UTC. */
export type AlertEvent =
  | { readonly type: 'acknowledge' }
  | { readonly type: 'resolve' }
  | { readonly type: 'snooze'; readonly until: string | null; readonly now: string }
  | { readonly type: 'return' }
/** Every move, in the order of the buttons. */
const alertMoves: readonly AlertMove[] = ['acknowledge', 'snooze', 'resolve']

/** The life of an alert. Server and console read the same one, so that what cannot be done is neither offered nor accepted. */
export const alertMachine = setup({
  types: { events: {} as AlertEvent },
  guards: {
    /** A snooze ends at some time to come; one without an end ends the snooze that there is. */
    isAhead: ({ event }) => event.type === 'snooze' && (event.until === null || event.until > event.now),
  },
}).createMachine({
  id: 'alert',
  description: 'The life of an alert, from when its rule raised it until it is over.',
  initial: 'open',
  states: {
    open: {
      description: 'Raised, and nobody has said that they take care of it.',
      on: {
        acknowledge: { target: 'acknowledged', description: 'Somebody takes care of it.' },
        snooze: { target: 'open', guard: 'isAhead', description: 'It is not counted or sent until then.' },
        resolve: { target: 'resolved', description: 'Over, or somebody says so.' },
      },
    },
    acknowledged: {
      description: 'Somebody takes care of it.',
      on: {
        snooze: { target: 'acknowledged', guard: 'isAhead', description: 'It is not counted or sent until then.' },
        resolve: { target: 'resolved', description: 'Over, or somebody says so.' },
      },
    },
    resolved: {
      description: 'Over. What comes back within ten minutes is the same alert, later another one.',
      on: {
        return: { target: 'open', description: 'What it tells of is back within ten minutes.' },
      },
    },
  },
})

/** The status that a move leads to, often the same; null when it cannot be made from there, or not with what it brings. */
export function movedAlert(from: AlertStatus, event: AlertEvent): AlertStatus | null {
  const before = alertMachine.resolveState({ value: from })
  if (!before.can(event)) return null
  const [after] = transition(alertMachine, before, event)
  return after.value
}

/** The moves that there are from a status, whatever they bring: the buttons of an alert. */
export function alertMovesFrom(status: AlertStatus): readonly AlertMove[] {
  const { ownEvents } = alertMachine.getStateNodeById(`alert.${status}`)
  return alertMoves.filter((move) => ownEvents.includes(move))
}
