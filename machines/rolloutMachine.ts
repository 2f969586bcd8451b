import { setup, transition } from 'xstate'
import type { RolloutMove } from '../src/contract/rolloutCalls'
import type { RolloutStatus } from '../src/contract/rollouts'

/** Events of a rollout: administrators' moves, and what the server finds when it checks its gateways. Users are ids. */
export type RolloutEvent =
  | { readonly type: 'start'; readonly needsApproval: boolean; readonly isDue: boolean }
  | { readonly type: 'approve'; readonly by: string; readonly requestedBy: string | null; readonly isApprovalPending: boolean }
  | { readonly type: 'begin'; readonly isApprovalPending: boolean; readonly isDue: boolean }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'stop' }
  | { readonly type: 'finish' }
  | { readonly type: 'retry'; readonly failed: number }
/** Every move of an administrator, in the order of the buttons. */
const rolloutMoves: readonly RolloutMove[] = ['start', 'approve', 'resume', 'retry', 'pause', 'stop']

/**
 * The life cycle of a rollout. Server and console share it: the console offers, and the server accepts, only moves that the status allows.
 * While the rollout runs, its groups go from waiting to running to done, and its gateways from waiting to assigned to succeeded or failed.
 */
export const rolloutMachine = setup({
  types: { events: {} as RolloutEvent },
  guards: {
    /** The rollout needs no approval, and its start time has come. */
    isReady: ({ event }) => event.type === 'start' && !event.needsApproval && event.isDue,
    /** Its start time has come, and no approval is pending. */
    isDue: ({ event }) => event.type === 'begin' && !event.isApprovalPending && event.isDue,
    /** An approval is pending, and the approver is not the one who started the rollout. */
    mayApprove: ({ event }) => event.type === 'approve' && event.isApprovalPending && event.by !== event.requestedBy,
    /** At least one gateway failed. */
    hasFailed: ({ event }) => event.type === 'retry' && event.failed > 0,
  },
}).createMachine({
  id: 'rollout',
  description: 'A rollout, from the plan until its gateways run the firmware.',
  initial: 'draft',
  states: {
    draft: {
      description: 'A plan: no gateway is assigned the firmware.',
      on: {
        start: [
          { target: 'running', guard: 'isReady', description: 'The server selects its gateways and starts the first group.' },
          { target: 'scheduled', description: 'It must wait for its start time, or for the approval of a second administrator.' },
        ],
      },
    },
    scheduled: {
      description: 'Started; it waits for its start time, or for the approval of a second administrator.',
      on: {
        approve: { target: 'scheduled', guard: 'mayApprove', description: 'A second administrator approves it.' },
        begin: { target: 'running', guard: 'isDue', description: 'The server selects its gateways and starts the first group.' },
        stop: { target: 'stopped', description: 'An administrator stops it before it begins.' },
      },
    },
    running: {
      description: 'The server assigns the firmware to one group of gateways after another.',
      on: {
        pause: { target: 'paused', description: 'An administrator pauses it, or a group takes too long.' },
        stop: { target: 'stopped', description: 'An administrator stops it, or too many gateways fail.' },
        finish: { target: 'finished', description: 'Every group is done.' },
        retry: { target: 'running', guard: 'hasFailed', description: 'The gateways that failed become a further group.' },
      },
    },
    paused: {
      description: 'The server assigns no more gateways; those already assigned still install the firmware.',
      on: {
        resume: { target: 'running', description: 'It continues with the same group, whose time limit starts again.' },
        stop: { target: 'stopped', description: 'An administrator stops it.' },
        retry: { target: 'running', guard: 'hasFailed', description: 'The gateways that failed become a further group.' },
      },
    },
    finished: {
      description: 'Every group is done.',
      on: {
        retry: { target: 'running', guard: 'hasFailed', description: 'The gateways that failed become a further group.' },
      },
    },
    stopped: { description: 'Over. The server takes back assignments that no gateway has fetched.', type: 'final' },
  },
})

/** The status after an event, often the same one; null when the status does not allow the event, or a guard rejects its payload. */
export function movedRollout(from: RolloutStatus, event: RolloutEvent): RolloutStatus | null {
  const before = rolloutMachine.resolveState({ value: from })
  if (!before.can(event)) return null
  const [after] = transition(rolloutMachine, before, event)
  return after.value
}

/** The moves that a status allows, whatever their payload. */
export function rolloutMovesFrom(status: RolloutStatus): readonly RolloutMove[] {
  const { ownEvents } = rolloutMachine.getStateNodeById(`rollout.${status}`)
  return rolloutMoves.filter((move) => ownEvents.includes(move))
}
