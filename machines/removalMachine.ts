import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { Problem } from '../src/contract/problem'

/** The row that replaces a deleted one wherever that is used. */
export interface Successor {
  readonly id: string
  readonly label: string
}

/** The users of a row that prevented its deletion, and the server's message. */
export interface InUse {
  readonly message: string
  readonly users: NonNullable<Problem['users']>
}

/** Why a deletion failed. `users`: they can be given a successor; `stale`: another user has changed the row. */
export interface RemovalFailure extends Pick<InUse, 'message'> {
  readonly users: InUse['users'] | null
  readonly stale: boolean
}

/** The machine's context. */
export interface RemovalContext {
  /** The row's users, once the server has named them, if they can be given a successor. */
  readonly inUse: InUse | null
  /** Why the last attempt failed. */
  readonly failure: string | null
}

export type RemovalEvent = { readonly type: 'remove'; readonly successor: Successor | null } | { readonly type: 'close' }

/**
 * A deletion of one row: the user confirms it, and for a row in use selects a successor. `src/crud/removal` provides the effects.
 */
export const removalMachine = setup({
  types: { context: {} as RemovalContext, events: {} as RemovalEvent },
  actors: {
    /** Gives the row's users the successor, if any, deletes the row and says so; rejects with a `RemovalFailure`. */
    remove: fromPromise<void, { successor: Successor | null }>(() => new Promise(() => {})),
  },
  guards: {
    isStale: (_, { error }: { error: unknown }) => isFailure(error) && error.stale,
    isInUse: ({ context }) => context.inUse !== null,
  },
  actions: {
    /** Notes the users, who need a successor, or else why it failed. */
    noteFailure: assign((_, { error }: { error: unknown }) => {
      const { message, users } = isFailure(error) ? error : { message: 'The server gave no answer', users: null }
      return users === null ? { failure: message } : { failure: null, inUse: { message, users } }
    }),
    /** Refetches the row. */
    refetchRow: () => {},
    leave: () => {},
  },
}).createMachine({
  id: 'removal',
  description: 'A deletion of one row.',
  context: { inUse: null, failure: null },
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The console asks the user to confirm the deletion.',
      on: {
        remove: { description: 'The user confirms the deletion.', target: 'deleting' },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    replacing: {
      description: 'The row is in use: the user selects another row for those who use it.',
      on: {
        remove: { description: 'The user confirms the successor and the deletion.', target: 'deleting' },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    deleting: {
      description: 'The server deletes the row. The dialog stays open for its answer.',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ event }) => {
          assertEvent(event, 'remove')
          return { successor: event.successor }
        },
        onDone: { description: 'The row is deleted.', target: 'closed' },
        onError: [
          {
            description: 'Another user has changed the row: it is refetched before it is deleted.',
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: [{ type: 'noteFailure', params: ({ event }) => ({ error: event.error }) }, 'refetchRow'],
          },
          {
            description: 'In use, refused for another reason, or no answer.',
            target: 'refused',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    refused: {
      description: 'The row is not deleted: the console asks the user again.',
      always: [
        { description: 'The row is in use, and its users can be given another one.', guard: 'isInUse', target: 'replacing' },
        { description: 'The user can confirm again.', target: 'confirming' },
      ],
    },
    closed: { type: 'final', description: 'The dialog is closed.', entry: 'leave' },
  },
})

function isFailure(error: unknown): error is RemovalFailure {
  return typeof error === 'object' && error !== null && 'message' in error && 'users' in error
}
