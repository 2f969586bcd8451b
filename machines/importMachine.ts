import { assertEvent, assign, fromPromise, setup, stateIn } from 'xstate'
import type { CsvFile, CsvRecord } from '../src/contract/csv'
import type { ImportError } from '../src/contract/import'

/** A file that was parsed. */
interface OpenedFile extends Pick<CsvFile, 'header' | 'rows' | 'ragged'> {
  readonly name: string
  /** Whether `1,200` is one and a fifth, as in a locale that separates cells by semicolons. */
  readonly decimalComma: boolean
}

/** The field that each column of a file goes into, by name; null for a skipped column. */
export type Mapping = readonly (string | null)[]

/** The result of reading a file: the file with a suggested mapping of its columns, or why it cannot be used. */
export type Opening = { readonly file: OpenedFile; readonly mapping: Mapping } | { readonly refusal: string }

/** Where rows come from: a file on the user's disk, or pasted text. */
export type Source = { readonly file: File } | { readonly text: string }

/** The progress of a run, which resumes from here after a failure. */
export interface Tally {
  /** How many of the run's rows the server has answered. */
  readonly at: number
  /** As counted by the server. */
  readonly created: number
  /** In the order of the file's lines. */
  readonly errors: readonly ImportError[]
  readonly accepted: readonly CsvRecord[]
  /** The line in which each unique value was first seen. */
  readonly seen: ReadonlyMap<string, number>
}

export const nothingYet: Tally = { at: 0, created: 0, errors: [], accepted: [], seen: new Map() }

/** What a run sends, and its progress. */
export interface Run extends Pick<ImportContext, 'file' | 'mapping' | 'rows' | 'key' | 'tally'> {
  readonly dryRun: boolean
}

/** The machine's context. */
export interface ImportContext {
  readonly file: OpenedFile | null
  /** Why the last chosen file cannot be used. */
  readonly refusal: string | null
  readonly mapping: Mapping
  /** Rows of the current run, or of the last one. */
  readonly rows: readonly CsvRecord[]
  /** Idempotency key: the same for the same rows sent again, so that the server creates no row twice. */
  readonly key: string
  readonly tally: Tally
  /** The result of the dry run. */
  readonly checked: Tally
  /** Why the run stopped, in one sentence. */
  readonly failure: string | null
}

export type ImportEvent =
  | { readonly type: 'choose'; readonly source: Source }
  | { readonly type: 'map'; readonly mapping: Mapping }
  | { readonly type: 'back' }
  /** `key` is new for each run. */
  | { readonly type: 'check'; readonly key: string }
  | { readonly type: 'start'; readonly key: string }
  | { readonly type: 'retry' }
  | { readonly type: 'stop' }
  | { readonly type: 'leave' }

const nothing: ImportContext = {
  file: null,
  refusal: null,
  mapping: [],
  rows: [],
  key: '',
  tally: nothingYet,
  checked: nothingYet,
  failure: null,
}

/**
 * An import: the user chooses a file and maps its columns, a dry run checks all rows, and the rows that passed are imported in parts.
 * `src/crud/import` provides the effects.
 */
export const importMachine = setup({
  types: { context: {} as ImportContext, events: {} as ImportEvent, tags: {} as 'unsaved' | 'running' | 'report' },
  actors: {
    /** Reads a file and suggests a mapping of its columns. */
    readFile: fromPromise<Opening, { source: Source }>(() => new Promise(() => {})),
    /** Sends the next part of a run's rows; resolves to the new progress. A failed call leaves the progress unchanged. */
    sendPart: fromPromise<Tally, Run>(() => new Promise(() => {})),
  },
  guards: {
    isRefused: (_, { opening }: { opening: Opening }) => 'refusal' in opening,
    hasRows: ({ context }) => (context.file?.rows.length ?? 0) > 0,
    hasAccepted: ({ context }) => context.checked.accepted.length > 0,
    /** All rows have been sent. */
    isAllSent: ({ context }, { tally }: { tally: Tally }) => tally.at >= context.rows.length,
    /** The user has stopped the run: no further parts are sent. */
    isStopping: stateIn({ importing: { sending: 'stopping' } }),
  },
  actions: {
    noteRefusal: assign((_, { opening }: { opening: Opening }) => ({ refusal: 'refusal' in opening ? opening.refusal : null })),
    noteUnreadable: assign({ refusal: 'The file cannot be read' }),
    noteFile: assign((_, { opening }: { opening: Opening }) => ('file' in opening ? { ...nothing, ...opening } : {})),
    noteMapping: assign((_, { mapping }: { mapping: Mapping }) => ({ mapping })),
    /** Starts the check of all rows of the file. */
    beginCheck: assign(({ context }, { key }: { key: string }) => ({
      rows: context.file?.rows ?? [],
      key,
      tally: nothingYet,
      failure: null,
    })),
    /** Starts the import of the rows that passed the dry run. */
    beginImport: assign(({ context }, { key }: { key: string }) => ({
      rows: context.checked.accepted,
      key,
      tally: nothingYet,
      failure: null,
    })),
    noteTally: assign((_, { tally }: { tally: Tally }) => ({ tally })),
    noteChecked: assign((_, { tally }: { tally: Tally }) => ({ tally, checked: tally })),
    noteFailure: assign((_, { failure }: { failure: string }) => ({ failure })),
    clearFailure: assign({ failure: null, refusal: null }),
    /** Invalidates what shows the imported rows. */
    refreshRows: () => {},
    /** Shows how many rows were imported. */
    announceImported: (_scope, _counted: { created: number }) => {},
  },
}).createMachine({
  id: 'import',
  description: 'An import of rows from a file.',
  context: nothing,
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user chooses a file; if the last one was unusable, the screen says why.',
      on: {
        choose: { description: 'The user chooses a file, or pastes rows.', target: 'reading' },
      },
    },
    reading: {
      description: 'The browser reads the file and suggests a field for each column.',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'choose')
          return { source: event.source }
        },
        onDone: [
          {
            description: 'The file cannot be used.',
            guard: { type: 'isRefused', params: ({ event }) => ({ opening: event.output }) },
            target: 'choosing',
            actions: { type: 'noteRefusal', params: ({ event }) => ({ opening: event.output }) },
          },
          {
            description: 'The file has rows.',
            target: 'mapping',
            actions: { type: 'noteFile', params: ({ event }) => ({ opening: event.output }) },
          },
        ],
        onError: { description: 'The file cannot be read.', target: 'choosing', actions: 'noteUnreadable' },
      },
    },
    mapping: {
      description: 'The user matches the columns of the file with fields.',
      tags: ['unsaved'],
      on: {
        map: {
          description: 'The user matches a column with another field.',
          actions: { type: 'noteMapping', params: ({ event }) => ({ mapping: event.mapping }) },
        },
        back: { description: 'The user wants another file.', target: 'choosing', actions: 'clearFailure' },
        check: {
          description: 'The user starts the dry run.',
          guard: 'hasRows',
          target: 'checking',
          actions: { type: 'beginCheck', params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    checking: {
      description: 'The dry run: the server checks every row and creates none.',
      tags: ['unsaved', 'running'],
      initial: 'sending',
      on: {
        stop: { description: 'The user stops the dry run.', target: 'mapping', actions: 'clearFailure' },
        leave: { description: 'The user leaves the page.', target: 'mapping', actions: 'clearFailure' },
      },
      states: {
        sending: {
          description: 'The server checks a part of the rows.',
          invoke: {
            id: 'checkPart',
            src: 'sendPart',
            input: ({ context }) => ({ ...context, dryRun: true }),
            onDone: [
              {
                description: 'It was the last part.',
                guard: { type: 'isAllSent', params: ({ event }) => ({ tally: event.output }) },
                target: '#import.checked',
                actions: { type: 'noteChecked', params: ({ event }) => ({ tally: event.output }) },
              },
              {
                description: 'The next part follows.',
                target: 'sending',
                reenter: true,
                actions: { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
              },
            ],
            onError: {
              description: 'Refused, or no answer.',
              target: 'halted',
              actions: { type: 'noteFailure', params: ({ event }) => ({ failure: sentenceIn(event.error) }) },
            },
          },
        },
        halted: {
          description: 'A part was not checked; the screen says why.',
          on: { retry: { description: 'The user sends the same part again.', target: 'sending', actions: 'clearFailure' } },
        },
      },
    },
    checked: {
      description: 'The dry run is over; the screen shows what it found.',
      tags: ['unsaved', 'report'],
      on: {
        back: { description: 'The user goes back to the columns.', target: 'mapping', actions: 'clearFailure' },
        start: {
          description: 'The user imports the rows that passed.',
          guard: 'hasAccepted',
          target: 'importing',
          actions: { type: 'beginImport', params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    importing: {
      description: 'The server creates the rows that passed the dry run.',
      tags: ['unsaved', 'running'],
      initial: 'sending',
      on: {
        leave: {
          description: 'The user leaves the page: the console does not wait for the answer to the current part.',
          target: '.halted',
          actions: { type: 'noteFailure', params: { failure: 'It was interrupted.' } },
        },
      },
      states: {
        sending: {
          description: 'The console sends a part of the rows.',
          initial: 'going',
          invoke: {
            id: 'importPart',
            src: 'sendPart',
            input: ({ context }) => ({ ...context, dryRun: false }),
            onDone: [
              {
                description: 'It was the last part.',
                guard: { type: 'isAllSent', params: ({ event }) => ({ tally: event.output }) },
                target: '#import.imported',
                actions: [
                  { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
                  { type: 'announceImported', params: ({ event }) => ({ created: event.output.created }) },
                ],
              },
              {
                description: 'The user has stopped the import.',
                guard: 'isStopping',
                target: '#import.imported',
                actions: [
                  { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
                  { type: 'announceImported', params: ({ event }) => ({ created: event.output.created }) },
                ],
              },
              {
                description: 'The next part follows.',
                target: 'sending',
                reenter: true,
                actions: { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
              },
            ],
            onError: {
              description: 'Refused, or no answer: the server may have created the rows of this part.',
              target: 'halted',
              actions: { type: 'noteFailure', params: ({ event }) => ({ failure: sentenceIn(event.error) }) },
            },
          },
          states: {
            going: {
              description: 'More parts follow.',
              on: { stop: { description: 'The user stops the import after the current part.', target: 'stopping' } },
            },
            stopping: { description: 'The current part is the last one.' },
          },
        },
        halted: {
          description: 'The import is interrupted; the screen says why.',
          entry: 'refreshRows',
          on: {
            retry: {
              description: 'The user sends the same part again; the server creates no row twice.',
              target: 'sending',
              actions: 'clearFailure',
            },
            stop: {
              description: 'The user ends the import; the rows created so far stay.',
              target: '#import.imported',
              actions: { type: 'announceImported', params: ({ context }) => ({ created: context.tally.created }) },
            },
          },
        },
      },
    },
    imported: {
      description: 'The import is over; the screen shows the outcome of each row.',
      tags: ['report'],
      entry: 'refreshRows',
    },
  },
})

function sentenceIn(error: unknown): string {
  return error instanceof Error ? error.message : 'It was interrupted.'
}
