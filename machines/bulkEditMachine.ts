import { assign, fromPromise, setup, stateIn } from 'xstate'
import type { BulkChange, BulkFailure, BulkUpdateOutcome } from '../src/contract/bulk'
import type { ChangePreview } from '../src/contract/preview'

/** Fields and their new values. */
export type BulkSet = Readonly<Record<string, unknown>>

/** The rows of one call: by id, or all that match a filter. */
export type BulkRows =
  | { readonly ids: readonly string[] }
  | { readonly filter: Readonly<Record<string, string | readonly string[]>>; readonly expectedCount: number }

/** A row that was not changed, and why. */
export interface FailedRow {
  readonly row: { readonly id: string; readonly version: number; readonly [field: string]: unknown }
  readonly message: string
}

/** Why a call failed. `sure`: the server refused it; otherwise its answer was lost. `recounted`: the number of rows that match has changed. */
export interface BulkEditFailure {
  readonly message: string
  readonly sure: boolean
  readonly recounted: boolean
}

/** The machine's context. */
export interface BulkEditContext {
  readonly set: BulkSet
  /** What the change does to rows of other areas; null when unknown. */
  readonly preview: ChangePreview | null
  /** Why the last call failed. */
  readonly failure: string | null
  /** Calls still to be sent; the first one is in progress. */
  readonly parts: readonly BulkRows[]
  /** `done`: rows that hold the new values; `changed`: those of them that held other values before. */
  readonly done: number
  readonly changed: readonly BulkChange[]
  /** Rows that the server refused to change. */
  readonly refused: readonly BulkFailure[]
  /** The refused rows with their titles. */
  readonly failed: readonly FailedRow[]
}

export type BulkEditEvent =
  /** `needsPreview`: preview what the change does to other areas first. */
  | { readonly type: 'propose'; readonly set: BulkSet; readonly needsPreview: boolean }
  | { readonly type: 'back' }
  | { readonly type: 'run'; readonly parts: readonly BulkRows[] }
  | { readonly type: 'retry'; readonly parts: readonly BulkRows[] }
  | { readonly type: 'stop' }
  | { readonly type: 'close' }

/**
 * A bulk edit: takes fields and values, previews the effect, changes the rows in parts, and reports the refused ones. `src/crud/bulk`
 * provides the effects.
 */
export const bulkEditMachine = setup({
  types: { context: {} as BulkEditContext, events: {} as BulkEditEvent, tags: {} as 'choosing' },
  actors: {
    /** Previews what the change does to rows of other areas. */
    preview: fromPromise<ChangePreview, { set: BulkSet }>(() => new Promise(() => {})),
    /** Changes the rows of one call; rejects with a `BulkEditFailure`. */
    changePart: fromPromise<BulkUpdateOutcome, { set: BulkSet; part: BulkRows | undefined }>(() => new Promise(() => {})),
    /** Counts the matching rows again. */
    recount: fromPromise<void>(() => new Promise(() => {})),
    /** Fetches the titles of the refused rows. */
    nameRows: fromPromise<readonly FailedRow[], { refused: readonly BulkFailure[] }>(() => new Promise(() => {})),
  },
  guards: {
    isPreviewNeeded: (_, { needsPreview }: { needsPreview: boolean }) => needsPreview,
    isRecounted: (_, { error }: { error: unknown }) => isFailure(error) && error.recounted,
    /** More calls follow the one in progress. */
    hasMore: ({ context }) => context.parts.length > 1,
    hasRefused: ({ context }) => context.refused.length > 0,
    /** The user has stopped the run: no further calls are sent. */
    isStopping: stateIn({ running: 'stopping' }),
  },
  actions: {
    /** Drops what is left of an interrupted run, because all rows get these values. */
    noteSet: assign((_, { set }: { set: BulkSet }) => ({ set, preview: null, failure: null, parts: [], done: 0, refused: [] })),
    notePreview: assign((_, { preview }: { preview: ChangePreview }) => ({ preview })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: sentenceIn(error) })),
    /** Resumes an interrupted run's remaining parts; otherwise starts with these. */
    beginRun: assign(({ context }, { parts }: { parts: readonly BulkRows[] }) => ({
      ...(context.parts.length === 0 && { parts, refused: [] }),
      failure: null,
      preview: null,
    })),
    notePart: assign(({ context }, { outcome }: { outcome: BulkUpdateOutcome }) => ({
      parts: context.parts.slice(1),
      done: context.done + outcome.done,
      changed: combined(context.changed, outcome.changed),
      refused: [...context.refused, ...outcome.failed],
    })),
    /** Drops the parts: other rows match now than the user saw. */
    dropParts: assign({ parts: [] }),
    noteFailed: assign((_, { failed }: { failed: readonly FailedRow[] }) => ({ failed })),
    /** Reports refused rows without their titles. */
    noteRefused: assign(({ context }) => ({
      failed: context.refused.map(({ id, message }) => ({ row: { id, version: 0 }, message })),
    })),
    /** Shows how many rows changed, with a button that undoes the change. */
    announceChanges: (_scope, _result: { done: number; changed: readonly BulkChange[] }) => {},
  },
}).createMachine({
  id: 'bulkEdit',
  description: 'A change of some fields in many rows.',
  context: { set: {}, preview: null, failure: null, parts: [], done: 0, changed: [], refused: [], failed: [] },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user selects the fields to change, and their new values.',
      tags: ['choosing'],
      on: {
        propose: [
          {
            description: 'The console asks the server how the change affects rows of other areas.',
            guard: { type: 'isPreviewNeeded', params: ({ event }) => ({ needsPreview: event.needsPreview }) },
            target: 'previewing',
            actions: { type: 'noteSet', params: ({ event }) => ({ set: event.set }) },
          },
          {
            description: 'The change affects no other rows, or too many to preview.',
            target: 'confirming',
            actions: { type: 'noteSet', params: ({ event }) => ({ set: event.set }) },
          },
        ],
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    previewing: {
      description: 'The server works out how the change would affect rows of other areas.',
      tags: ['choosing'],
      on: { close: { description: 'The user cancels.', target: 'closed' } },
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context }) => ({ set: context.set }),
        onDone: {
          description: 'The server answers.',
          target: 'confirming',
          actions: { type: 'notePreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: [
          {
            description: 'The number of matching rows has changed.',
            guard: { type: 'isRecounted', params: ({ event }) => ({ error: event.error }) },
            target: 'recounting',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'Refused, or no answer: the user is asked without a preview.',
            target: 'confirming',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    confirming: {
      description: 'The console asks the user to confirm the change.',
      on: {
        back: { description: 'The user goes back to the fields.', target: 'choosing' },
        run: {
          description: 'The user confirms the change.',
          target: 'running',
          actions: { type: 'beginRun', params: ({ event }) => ({ parts: event.parts }) },
        },
        close: { description: 'The user cancels; rows already changed keep their new values.', target: 'closed' },
      },
    },
    running: {
      description: 'The server changes the rows, one part after another.',
      initial: 'going',
      invoke: {
        id: 'changePart',
        src: 'changePart',
        input: ({ context }) => ({ set: context.set, part: context.parts[0] }),
        onDone: [
          {
            description: 'The user has stopped the edit.',
            guard: 'isStopping',
            target: 'ending',
            actions: { type: 'notePart', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            description: 'The next part follows.',
            guard: 'hasMore',
            target: 'running',
            reenter: true,
            actions: { type: 'notePart', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            description: 'It was the last part.',
            target: 'ending',
            actions: { type: 'notePart', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
        onError: [
          {
            description: 'The number of matching rows has changed, so that the server changes none.',
            guard: { type: 'isRecounted', params: ({ event }) => ({ error: event.error }) },
            target: 'recounting',
            actions: [{ type: 'noteFailure', params: ({ event }) => ({ error: event.error }) }, 'dropParts'],
          },
          {
            description: 'Refused, or no answer: the user decides whether the part is sent again.',
            target: 'confirming',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      states: {
        going: {
          description: 'More parts follow.',
          on: { stop: { description: 'The user stops the edit after the current part.', target: 'stopping' } },
        },
        stopping: { description: 'The current part is the last one.' },
      },
    },
    recounting: {
      description: 'The console counts the matching rows again.',
      invoke: {
        id: 'recount',
        src: 'recount',
        onDone: { description: 'The server answers with the number.', target: 'confirming' },
        onError: {
          description: 'Refused, or no answer.',
          target: 'confirming',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ending: {
      description: 'All parts are answered. If rows were refused, the console reports them.',
      always: [
        { description: 'The server refused some rows.', guard: 'hasRefused', target: 'naming' },
        { description: 'The server refused no row.', target: 'closed' },
      ],
    },
    naming: {
      description: 'The console fetches the names of the refused rows.',
      invoke: {
        id: 'nameRows',
        src: 'nameRows',
        input: ({ context }) => ({ refused: context.refused }),
        onDone: {
          description: 'The names arrive.',
          target: 'reporting',
          actions: { type: 'noteFailed', params: ({ event }) => ({ failed: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer: the rows are reported without names.',
          target: 'reporting',
          actions: 'noteRefused',
        },
      },
    },
    reporting: {
      description: 'The console shows the refused rows, each with its reason.',
      on: {
        retry: {
          description: 'The user tries the refused rows again.',
          target: 'running',
          actions: ['dropParts', { type: 'beginRun', params: ({ event }) => ({ parts: event.parts }) }],
        },
        close: { description: 'The user leaves the refused rows as they are.', target: 'closed' },
      },
    },
    closed: {
      type: 'final',
      description: 'The dialog is closed.',
      entry: { type: 'announceChanges', params: ({ context }) => ({ done: context.done, changed: context.changed }) },
    },
  },
})

/** Combines the changes of two calls: a row that both changed has the version of the second, and the values from before the first. */
function combined(before: readonly BulkChange[], now: readonly BulkChange[]): readonly BulkChange[] {
  const earlier = new Map(before.map((change) => [change.id, change]))
  for (const change of now) earlier.set(change.id, { ...change, before: { ...change.before, ...earlier.get(change.id)?.before } })
  return [...earlier.values()]
}

function isFailure(error: unknown): error is BulkEditFailure {
  return typeof error === 'object' && error !== null && 'message' in error && 'recounted' in error
}

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.message : 'The server gave no answer'
}
