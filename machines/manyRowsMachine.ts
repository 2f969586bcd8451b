import { assign, fromPromise, setup } from 'xstate'
import type { BulkChange, BulkFailure, BulkOutcome, DeletionPreview } from '../src/contract/bulk'
import type { ChangePreview } from '../src/contract/preview'
import type { Successor } from './removalMachine'

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
export interface CallFailure {
  readonly message: string
  readonly sure: boolean
  readonly recounted: boolean
}

/** The answer to one call. `restorable`: ids of the deleted rows that can come back; `changed`: changed rows with their previous values. */
export interface ManyRowsOutcome extends BulkOutcome {
  readonly restorable?: readonly string[] | undefined
  readonly changed?: readonly BulkChange[] | undefined
}

/** The rows that the user is asked about: how many, and those that the console knows, which it names. */
export interface AskedRows {
  readonly count: number
  readonly rows: readonly FailedRow['row'][]
}

/** The result of all attempts together. */
export interface ManyRowsResult {
  readonly done: number
  /** Rows that were not sent, because the user stopped. */
  readonly left: number
  /** Rows of a call whose answer was lost, so that they may have been processed. */
  readonly unknown: number
  readonly restorable: readonly string[]
  readonly changed: readonly BulkChange[]
  /** The row that replaces deleted ones; null: none, or another action than a deletion. */
  readonly successor: Successor | null
}

/** The machine's context. */
export interface ManyRowsContext extends AskedRows, ManyRowsResult {
  /** What the action does to rows of other areas; null when unknown, or without a preview. */
  readonly preview: DeletionPreview | ChangePreview | null
  /** The calls of this attempt, and how many of them are answered; the next one is in progress. */
  readonly parts: readonly BulkRows[]
  readonly at: number
  /** Rows that this attempt did not process. */
  readonly refused: readonly BulkFailure[]
  /** Those of the last attempt, with their titles. */
  readonly failed: readonly FailedRow[]
  /** Why the last call failed. */
  readonly failure: string | null
}

export type ManyRowsEvent =
  | { readonly type: 'confirm'; readonly parts: readonly BulkRows[]; readonly successor: Successor | null }
  | { readonly type: 'retry'; readonly parts: readonly BulkRows[] }
  | { readonly type: 'stop' }
  | { readonly type: 'close' }

/** One call: its rows, and the successor of the deleted ones. */
export interface ManyRowsCall {
  readonly part: BulkRows | undefined
  readonly successor: Successor | null
}

/**
 * One action on many rows, such as a deletion, a move or an approval: the user confirms it, the rows are sent part after part, and those that
 * failed are reported and tried again. `src/crud/bulk` provides the effects.
 */
export const manyRowsMachine = setup({
  types: { context: {} as ManyRowsContext, events: {} as ManyRowsEvent, input: {} as AskedRows },
  actors: {
    /** Previews what a deletion of this number of rows does; null for an action without a preview. Rejects with a `CallFailure`. */
    preview: fromPromise<ManyRowsContext['preview'], { count: number }>(() => new Promise(() => {})),
    /** Does the action to the rows of one call; rejects with a `CallFailure`. */
    act: fromPromise<ManyRowsOutcome, ManyRowsCall>(() => new Promise(() => {})),
    /** Counts the matching rows again, and reads the first of them. */
    recount: fromPromise<AskedRows>(() => new Promise(() => {})),
    /** Fetches the titles of the failed rows. */
    nameRows: fromPromise<readonly FailedRow[], Pick<ManyRowsContext, 'refused' | 'rows'>>(() => new Promise(() => {})),
  },
  guards: {
    isRecounted: (_, { error }: { error: unknown }) => isFailure(error) && error.recounted,
    isNone: (_, { count }: { count: number }) => count === 0,
    /** More calls follow the one in progress. */
    hasMore: ({ context }) => context.at + 1 < context.parts.length,
    /** This attempt has an answer to one of its calls. */
    hasAnswers: ({ context }) => context.at > 0,
    hasRefused: ({ context }) => context.refused.length > 0,
    /** An earlier attempt is reported. */
    hasFailed: ({ context }) => context.failed.length > 0,
  },
  actions: {
    notePreview: assign((_, { preview }: Pick<ManyRowsContext, 'preview'>) => ({ preview })),
    noteCount: assign((_, { count, rows }: AskedRows) => ({ count, rows, preview: null })),
    /** A lost answer stays lost until the same call is answered; that another number of rows matches is an answer. */
    noteFailure: assign(({ context }, { error }: { error: unknown }) => {
      const isRecounted = isFailure(error) && error.recounted
      const unknown = isSure(error) ? (isRecounted ? 0 : context.unknown) : sizeOf(context)
      const failure = unknown === 0 ? sentenceIn(error) : `${unknownWords(error)} Try again: no row is changed twice.`
      return { unknown, failure }
    }),
    noteSuccessor: assign((_, { successor }: Pick<ManyRowsContext, 'successor'>) => ({ successor })),
    beginAttempt: assign((_, { parts }: Pick<ManyRowsContext, 'parts'>) => ({
      parts,
      at: 0,
      refused: [],
      failure: null,
    })),
    notePart: assign(({ context }, { outcome }: { outcome: ManyRowsOutcome }) => ({
      at: context.at + 1,
      done: context.done + outcome.done,
      restorable: [...context.restorable, ...(outcome.restorable ?? [])],
      changed: [...context.changed, ...(outcome.changed ?? [])],
      refused: [...context.refused, ...outcome.failed],
      unknown: 0,
    })),
    /** The rows of the call that failed count as failed for its reason, and those after it as not sent. */
    noteUnanswered: assign(({ context: { refused, parts, at } }, { error }: { error: unknown }) => {
      const reason = isSure(error) ? sentenceIn(error) : unknownWords(error)
      const failed = parts.slice(at).flatMap((part, place) => failedBy(place === 0 ? reason : 'Not sent.', part))
      return { refused: [...refused, ...failed] }
    }),
    /** Drops the calls after the one in progress. */
    dropRest: assign(({ context: { parts, at, left } }) => ({
      parts: parts.slice(0, at + 1),
      left: parts.slice(at + 1).reduce((sum, part) => sum + ('ids' in part ? part.ids.length : 0), left),
    })),
    noteFailed: assign((_, { failed }: Pick<ManyRowsContext, 'failed'>) => ({ failed })),
    /** Reports failed rows without their titles. */
    noteRefused: assign(({ context }) => ({
      failed: context.refused.map(({ id, message }) => ({ row: { id, version: 0 }, message })),
    })),
    /** Shows how many rows are done, with a button that undoes it where that is possible. */
    announce: (_scope, _result: ManyRowsResult) => {},
  },
}).createMachine({
  id: 'manyRows',
  description: 'One action on many rows.',
  context: ({ input: { count, rows } }) => ({
    count,
    rows,
    preview: null,
    successor: null,
    parts: [],
    at: 0,
    done: 0,
    left: 0,
    restorable: [],
    changed: [],
    refused: [],
    unknown: 0,
    failed: [],
    failure: null,
  }),
  initial: 'previewing',
  states: {
    previewing: {
      description: 'The server works out what a deletion would do; other actions have no preview. The question is open already.',
      on: { close: { description: 'The user cancels.', target: 'closed' } },
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { count } }) => ({ count }),
        onDone: {
          description: 'The preview is there, or there is none.',
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
          { description: 'Refused, or no answer: the question assumes the worst.', target: 'confirming' },
        ],
      },
    },
    confirming: {
      description: 'The console asks the user to confirm the action, and for what it needs.',
      on: {
        confirm: {
          description: 'The user confirms the action.',
          target: 'running',
          actions: [
            { type: 'noteSuccessor', params: ({ event }) => event },
            { type: 'beginAttempt', params: ({ event }) => event },
          ],
        },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    recounting: {
      description: 'The console counts the matching rows again; nothing is done to them.',
      on: { close: { description: 'The user cancels.', target: 'closed' } },
      invoke: {
        id: 'recount',
        src: 'recount',
        onDone: [
          {
            description: 'No row matches any more.',
            guard: { type: 'isNone', params: ({ event }) => event.output },
            target: 'closed',
          },
          {
            description: 'The server answers with the number, and the user is asked again.',
            target: 'previewing',
            actions: { type: 'noteCount', params: ({ event }) => event.output },
          },
        ],
        onError: { description: 'Refused, or no answer.', target: 'confirming' },
      },
    },
    running: {
      description:
        'The rows are sent, one part after another. Only the answer says which of a part are done, so the dialog stays open.',
      on: { stop: { description: 'The user stops after the part in progress.', actions: 'dropRest' } },
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { parts, at, successor } }) => ({ part: parts[at], successor }),
        onDone: [
          {
            description: 'The next part follows.',
            guard: 'hasMore',
            target: 'running',
            reenter: true,
            actions: { type: 'notePart', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            description: 'It was the last part, or the user has stopped.',
            target: 'ending',
            actions: { type: 'notePart', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
        onError: [
          {
            description: 'Refused, or no answer, after other parts were done: no further part is sent, and the rest is reported.',
            guard: 'hasAnswers',
            target: 'ending',
            actions: [
              { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
              { type: 'noteUnanswered', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          {
            description: 'The failed rows could not be tried again: the report stays, and says why.',
            guard: 'hasFailed',
            target: 'reporting',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'The number of matching rows has changed, so that nothing is done.',
            guard: { type: 'isRecounted', params: ({ event }) => ({ error: event.error }) },
            target: 'recounting',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'Refused, or no answer: the user can confirm again, which changes no row twice.',
            target: 'confirming',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    ending: {
      description: 'No further part is sent. If some rows failed, the console reports them.',
      always: [
        { description: 'Some rows failed.', guard: 'hasRefused', target: 'naming' },
        { description: 'No row failed.', target: 'closed' },
      ],
    },
    naming: {
      description: 'The console fetches the names of the failed rows.',
      invoke: {
        id: 'nameRows',
        src: 'nameRows',
        input: ({ context: { refused, rows } }) => ({ refused, rows }),
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
      description: 'The console shows the failed rows, each with its reason.',
      on: {
        retry: {
          description: 'The user tries the failed rows again.',
          target: 'running',
          actions: { type: 'beginAttempt', params: ({ event }) => event },
        },
        close: { description: 'The user leaves the failed rows as they are.', target: 'closed' },
      },
    },
    closed: {
      type: 'final',
      description: 'The dialog is closed.',
      entry: {
        type: 'announce',
        params: ({ context: { done, left, unknown, restorable, changed, successor } }) => ({
          done,
          left,
          unknown,
          restorable,
          changed,
          successor,
        }),
      },
    },
  },
})

/** The rows of a part that has no answer; those of a filter are not known. */
function failedBy(message: string, part: BulkRows): readonly BulkFailure[] {
  return 'ids' in part ? part.ids.map((id) => ({ id, code: 'unanswered', message })) : []
}

/** The number of rows of the call in progress. */
function sizeOf({ parts, at, count }: Pick<ManyRowsContext, 'parts' | 'at' | 'count'>): number {
  const part = parts[at]
  return part !== undefined && 'ids' in part ? part.ids.length : count
}

/** Whether the server refused the call; otherwise its rows may have been processed. */
function isSure(error: unknown): boolean {
  return isFailure(error) && error.sure
}

function unknownWords(error: unknown): string {
  return `It is not known whether this was done. ${sentenceIn(error)}`
}

function isFailure(error: unknown): error is CallFailure {
  return typeof error === 'object' && error !== null && 'message' in error && 'recounted' in error
}

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.message : 'The server gave no answer.'
}
