import { assign, fromPromise, setup } from 'xstate'
import type { ChangePreview } from '../src/contract/preview'
import type { NamedRow } from '../src/contract/problem'

/** The values of a form, by field. */
type FormValues = Readonly<Record<string, unknown>>

/** What a form starts from, or what a save sends. `base`: the clean values; `version`: the one that the save updates, null for a new row. */
export interface FormEdit {
  readonly base: FormValues
  readonly typed: FormValues
  readonly version: number | null
}

/** A row as the server holds it. */
interface SavedRow {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Why a save failed, by the form's reaction. */
export type SaveFailure =
  | { readonly kind: 'stale'; readonly theirs: SavedRow }
  | {
      readonly kind: 'fields'
      readonly fields: Readonly<Record<string, string>>
      readonly message: string
      readonly holder: NamedRow | null
    }
  /** `sure`: the server refused the save. Otherwise its answer was lost, and the row may have been saved. */
  | {
      readonly kind: 'other'
      readonly message: string
      readonly requestId: string
      readonly sure: boolean
      /** The row does not exist, or no longer. */
      readonly missing: boolean
    }

/** The machine's context. */
export interface SaveContext {
  readonly edit: FormEdit
  /** Changes with every new edit, which resets the form. */
  readonly round: number
  /** The values that the current save sends, or that the last one sent. */
  readonly submitted: FormValues
  /** What the save does to rows of other areas, while the user is asked and the row is saved; null when it affects none. */
  readonly preview: ChangePreview | null
  /** Why the last save failed; null also when it was aborted. */
  readonly failure: SaveFailure | null
  /** The saved row; null until then, and for a form of several rows. */
  readonly row: SavedRow | null
}

export type SaveEvent =
  /** `needsPreview`: preview what the change does to other areas first. */
  | { readonly type: 'save'; readonly typed: FormValues; readonly needsPreview: boolean }
  | { readonly type: 'confirm' }
  | { readonly type: 'back' }
  | ({ readonly type: 'saveOver' } & FormEdit)
  | ({ readonly type: 'restart' } & FormEdit)
  | { readonly type: 'close' }

/** An answer that fits no shape, or a bug in an effect. */
const noAnswer: SaveFailure = {
  kind: 'other',
  message: 'The server gave no answer',
  requestId: '',
  sure: false,
  missing: false,
}

/**
 * The save of a form: its effect on other rows is previewed and confirmed, the row is saved, and a refusal leads back to the form, or to both
 * versions when another user saved first. `src/crud/form` provides the effects, `src/areas/plants` those of the troubleshoots.
 */
export const saveMachine = setup({
  types: {
    context: {} as SaveContext,
    events: {} as SaveEvent,
    input: {} as Pick<FormEdit, 'base' | 'version'>,
    tags: {} as 'busy',
  },
  actors: {
    /** Previews what the save does to rows of other areas; null: nothing. Rejects with a `SaveFailure`. */
    preview: fromPromise<ChangePreview | null, FormEdit>(() => new Promise(() => {})),
    /** Sends what has changed, if anything has, and says so; rejects with a `SaveFailure`, or with null when it was aborted. */
    save: fromPromise<Pick<SaveContext, 'row'>, FormEdit>(() => new Promise(() => {})),
  },
  guards: {
    isPreviewNeeded: (_, { needsPreview }: { needsPreview: boolean }) => needsPreview,
    hasEffect: (_, { preview }: Pick<SaveContext, 'preview'>) => preview !== null,
    isStale: ({ context }) => context.failure?.kind === 'stale',
    isMissing: ({ context }) => context.failure?.kind === 'other' && context.failure.missing,
  },
  actions: {
    startEdit: assign(({ context }, { base, typed, version }: FormEdit) => ({
      edit: { base, typed, version },
      round: context.round + 1,
      failure: null,
    })),
    noteSubmitted: assign((_, { typed }: Pick<FormEdit, 'typed'>) => ({ submitted: typed })),
    notePreview: assign((_, { preview }: Pick<SaveContext, 'preview'>) => ({ preview })),
    dropPreview: assign({ preview: null }),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      preview: null,
      failure: error === null || isFailure(error) ? error : noAnswer,
    })),
    dropFailure: assign({ failure: null }),
    noteRow: assign((_, { row }: Pick<SaveContext, 'row'>) => ({ preview: null, failure: null, row })),
    /** Refetches the row. */
    refetchRow: () => {},
  },
}).createMachine({
  id: 'save',
  description: 'The save of a form.',
  context: ({ input: { base, version } }) => ({
    edit: { base, typed: base, version },
    round: 0,
    submitted: base,
    preview: null,
    failure: null,
    row: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The form takes input.',
      initial: 'typing',
      on: {
        save: [
          {
            description: 'The user saves a change that may affect other rows.',
            guard: { type: 'isPreviewNeeded', params: ({ event }) => event },
            target: 'previewing',
            actions: { type: 'noteSubmitted', params: ({ event }) => event },
          },
          {
            description: 'The user saves.',
            target: 'saving',
            actions: { type: 'noteSubmitted', params: ({ event }) => event },
          },
        ],
        restart: {
          description: 'The form starts from other values: the user restores a draft, or takes another user’s version.',
          target: '.typing',
          actions: { type: 'startEdit', params: ({ event }) => event },
        },
      },
      states: {
        typing: { description: 'The user fills in the form, which says why the last save failed.' },
        comparing: {
          description: 'Another user saved first: the console shows what differs.',
          on: {
            saveOver: {
              description: 'The user saves the chosen values over the other user’s version.',
              target: '#save.saving',
              actions: [
                { type: 'startEdit', params: ({ event }) => event },
                { type: 'noteSubmitted', params: ({ event }) => event },
              ],
            },
            close: { description: 'The user goes back to the form.', target: 'typing', actions: 'dropFailure' },
          },
        },
      },
    },
    previewing: {
      description: 'The server previews what the change does to other rows.',
      tags: ['busy'],
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { edit, submitted } }) => ({ ...edit, typed: submitted }),
        onDone: [
          {
            description: 'It affects other rows: the user is asked first.',
            guard: { type: 'hasEffect', params: ({ event }) => ({ preview: event.output }) },
            target: 'confirming',
            actions: { type: 'notePreview', params: ({ event }) => ({ preview: event.output }) },
          },
          { description: 'It affects no other rows.', target: 'saving' },
        ],
        onError: {
          description: 'Refused, or no answer: nothing is saved.',
          target: 'refused',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The console shows the effect on other rows, and asks for confirmation.',
      on: {
        confirm: { description: 'The user confirms the change.', target: 'saving' },
        back: { description: 'The user goes back to the form.', target: 'editing', actions: 'dropPreview' },
      },
    },
    saving: {
      description: 'The server saves the values. What asked for confirmation stays open for its answer.',
      tags: ['busy'],
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { edit, submitted } }) => ({ ...edit, typed: submitted }),
        onDone: {
          description: 'The values are saved, or nothing had changed.',
          target: 'saved',
          actions: { type: 'noteRow', params: ({ event }) => event.output },
        },
        onError: {
          description: 'Refused, or no answer.',
          target: 'refused',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      description: 'Nothing is saved, as far as is known; what was typed stays.',
      always: [
        { description: 'Another user saved first.', guard: 'isStale', target: 'editing.comparing' },
        {
          description: 'The row no longer exists: it is refetched.',
          guard: 'isMissing',
          target: 'editing',
          actions: 'refetchRow',
        },
        { description: 'The user can correct the values, or save again.', target: 'editing' },
      ],
    },
    saved: { type: 'final', description: 'The values are saved; the form closes.' },
  },
})

function isFailure(error: unknown): error is SaveFailure {
  return typeof error === 'object' && error !== null && 'kind' in error
}
