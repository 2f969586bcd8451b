import { assign, fromPromise, setup } from 'xstate'
import type { AssignBody, AssignOutcome } from '../src/contract/firmwareCalls'

/** The machine's context. */
export interface AssignContext {
  /** The selected gateways and the reason. */
  readonly body: AssignBody
  /** What the dry run, and later the assignment, says of each gateway. */
  readonly outcome: AssignOutcome
  /** Why the last call failed, in one sentence. */
  readonly failure: string | null
}

export type AssignEvent =
  | { readonly type: 'check'; readonly body: AssignBody }
  | { readonly type: 'back' }
  | { readonly type: 'assign' }
  | { readonly type: 'close' }

/** Why a call failed. */
export interface AssignFailure {
  readonly sentence: string
}

/**
 * An assignment of a firmware: the user selects gateways, a dry run checks each, those that pass are assigned, and the outcome is reported.
 * `src/areas/gatewayFirmwares` provides the effects.
 */
export const assignMachine = setup({
  types: { context: {} as AssignContext, events: {} as AssignEvent, tags: {} as 'choosing' },
  actors: {
    /** Sends the assignment, or its dry run; rejects with an `AssignFailure`. */
    send: fromPromise<AssignOutcome, { body: AssignBody }>(() => new Promise(() => {})),
  },
  guards: {
    /** The dry run found gateways that can be assigned the firmware. */
    hasAssignable: ({ context }) => context.outcome.assigned.length > 0,
  },
  actions: {
    noteBody: assign((_, { body }: { body: AssignBody }) => ({ body, failure: null })),
    noteOutcome: assign((_, { outcome }: { outcome: AssignOutcome }) => ({ outcome, failure: null })),
    /** Adds the gateways that only the dry run skipped: they were not sent again. */
    noteAssigned: assign(({ context }, { outcome }: { outcome: AssignOutcome }) => ({
      outcome: { ...outcome, skipped: [...context.outcome.skipped, ...outcome.skipped] },
      failure: null,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: sentenceIn(error) })),
    dropFailure: assign({ failure: null }),
    leave: () => {},
  },
}).createMachine({
  id: 'assign',
  description: 'An assignment of a firmware to gateways.',
  context: { body: {}, outcome: { assigned: [], skipped: [], changed: [] }, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user selects the gateways.',
      tags: ['choosing'],
      on: {
        check: {
          description: 'The user has the selected gateways checked.',
          target: 'checking',
          actions: { type: 'noteBody', params: ({ event }) => ({ body: event.body }) },
        },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    checking: {
      description: 'The server checks each gateway in a dry run.',
      tags: ['choosing'],
      on: { close: { description: 'The user cancels; a dry run changes nothing.', target: 'closed' } },
      invoke: {
        id: 'check',
        src: 'send',
        input: ({ context }) => ({ body: { ...context.body, dryRun: true } }),
        onDone: {
          description: 'The server answers which gateways it would assign.',
          target: 'confirming',
          actions: { type: 'noteOutcome', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer.',
          target: 'choosing',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The console shows the result of the dry run, and asks for confirmation.',
      on: {
        assign: { description: 'The user confirms the assignment.', guard: 'hasAssignable', target: 'assigning' },
        back: { description: 'The user goes back to the selection.', target: 'choosing', actions: 'dropFailure' },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    assigning: {
      description: 'The server assigns the firmware. Only its answer says to which gateways, so the dialog stays open.',
      invoke: {
        id: 'assign',
        src: 'send',
        input: ({ context: { body, outcome } }) => ({
          body: { gatewayIds: outcome.assigned.map(({ id }) => id), reason: body.reason },
        }),
        onDone: {
          description: 'The server answers which gateways it has assigned.',
          target: 'reporting',
          actions: { type: 'noteAssigned', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer: the user can confirm again.',
          target: 'confirming',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    reporting: {
      description: 'The console shows the assigned gateways, and why others were skipped.',
      on: { close: { description: 'The user has read the outcome.', target: 'closed' } },
    },
    closed: { type: 'final', description: 'The dialog is closed.', entry: 'leave' },
  },
})

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.sentence : 'The server gave no answer'
}

function isFailure(error: unknown): error is AssignFailure {
  return typeof error === 'object' && error !== null && 'sentence' in error
}
