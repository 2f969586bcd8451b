import { assign, fromPromise, setup } from 'xstate'
import type { BulkEditFailure, FailedRow } from './bulkEditMachine'
import type { Successor } from './removalMachine'

/** The outcome of one attempt: the number of deleted rows, the ids that can be restored, and the failed rows with their reasons. */
export interface BulkRemovalOutcome {
  readonly done: number
  readonly restorable: readonly string[]
  readonly failed: readonly FailedRow[]
}

/** The machine's context. `done` and `restorable` are those of all attempts, `failed` those of the last one. */
export interface BulkRemovalContext extends BulkRemovalOutcome {
  /** The row that replaces the deleted ones; null: none. */
  readonly successor: Successor | null
  /** Why the last call failed. */
  readonly failure: string | null
}

export type BulkRemovalEvent =
  | { readonly type: 'remove'; readonly successor: Successor | null }
  /** The preview was refused, because another number of rows matches. */
  | { readonly type: 'recount'; readonly failure: BulkEditFailure }
  | { readonly type: 'retry' }
  | { readonly type: 'close' }

/** The rows of an attempt: those that failed before, or all of them when none did. */
export type BulkRemovalAttempt = Pick<BulkRemovalContext, 'failed' | 'successor'>

/**
 * A deletion of many rows: the user confirms it, the rows are deleted, those that failed are reported and tried again. `src/crud/removal`
 * provides the effects.
 */
export const bulkRemovalMachine = setup({
  types: { context: {} as BulkRemovalContext, events: {} as BulkRemovalEvent },
  actors: {
    /** Deletes the rows of an attempt; rejects with a `BulkEditFailure`. */
    remove: fromPromise<BulkRemovalOutcome, BulkRemovalAttempt>(() => new Promise(() => {})),
    /** Counts the matching rows again. */
    recount: fromPromise<number>(() => new Promise(() => {})),
  },
  guards: {
    isRecounted: (_, { error }: { error: unknown }) => isFailure(error) && error.recounted,
    isNone: (_, { count }: { count: number }) => count === 0,
    hasFailed: ({ context }) => context.failed.length > 0,
  },
  actions: {
    noteSuccessor: assign((_, { successor }: { successor: Successor | null }) => ({ successor })),
    noteOutcome: assign(({ context }, { outcome }: { outcome: BulkRemovalOutcome }) => ({
      done: context.done + outcome.done,
      restorable: [...context.restorable, ...outcome.restorable],
      failed: outcome.failed,
      failure: null,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: sentenceIn(error) })),
    /** Shows how many rows are deleted, with a button that restores them. */
    announce: (_scope, _result: Pick<BulkRemovalContext, 'done' | 'restorable' | 'successor'>) => {},
  },
}).createMachine({
  id: 'bulkRemoval',
  description: 'A deletion of many rows.',
  context: { successor: null, failure: null, done: 0, restorable: [], failed: [] },
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The console asks the user to confirm the deletion, and what becomes of rows in use.',
      on: {
        remove: {
          description: 'The user confirms the deletion.',
          target: 'deleting',
          actions: { type: 'noteSuccessor', params: ({ event }) => ({ successor: event.successor }) },
        },
        recount: {
          description: 'The server previews nothing: the number of matching rows has changed.',
          target: 'recounting',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.failure }) },
        },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    recounting: {
      description: 'The console counts the matching rows again; none is deleted.',
      on: { close: { description: 'The user cancels.', target: 'closed' } },
      invoke: {
        id: 'recount',
        src: 'recount',
        onDone: [
          {
            description: 'No row matches any more.',
            guard: { type: 'isNone', params: ({ event }) => ({ count: event.output }) },
            target: 'closed',
          },
          { description: 'The server answers with the number, and the user is asked again.', target: 'confirming' },
        ],
        onError: { description: 'Refused, or no answer.', target: 'confirming' },
      },
    },
    deleting: {
      description:
        'The server deletes the rows, or those that failed before. Only its answer says which, so the dialog stays open.',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context: { failed, successor } }) => ({ failed, successor }),
        onDone: {
          description: 'The server answers which rows it has deleted.',
          target: 'ending',
          actions: { type: 'noteOutcome', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: [
          {
            description: 'The failed rows could not be tried again: the report stays, and says why.',
            guard: 'hasFailed',
            target: 'reporting',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'The number of matching rows has changed, so that the server deletes none.',
            guard: { type: 'isRecounted', params: ({ event }) => ({ error: event.error }) },
            target: 'recounting',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'Refused, or no answer: the user can confirm again.',
            target: 'confirming',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    ending: {
      description: 'All rows are answered. If some failed, the console reports them.',
      always: [
        { description: 'Some rows failed.', guard: 'hasFailed', target: 'reporting' },
        { description: 'Every row is deleted.', target: 'closed' },
      ],
    },
    reporting: {
      description: 'The console shows the failed rows, each with its reason.',
      on: {
        retry: { description: 'The user tries the failed rows again.', target: 'deleting' },
        close: { description: 'The user leaves the failed rows as they are.', target: 'closed' },
      },
    },
    closed: {
      type: 'final',
      description: 'The dialog is closed.',
      entry: {
        type: 'announce',
        params: ({ context: { done, restorable, successor } }) => ({ done, restorable, successor }),
      },
    },
  },
})

function isFailure(error: unknown): error is BulkEditFailure {
  return typeof error === 'object' && error !== null && 'message' in error && 'recounted' in error
}

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.message : 'The server gave no answer'
}
