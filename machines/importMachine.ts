import { assertEvent, assign, fromPromise, setup, stateIn } from 'xstate'
import type { CsvFile, CsvRecord } from '../src/contract/csv'
import type { ImportError } from '../src/contract/import'

/** A file that was understood. */
interface OpenedFile extends Pick<CsvFile, 'header' | 'rows' | 'ragged'> {
  readonly name: string
}

/** What each column of a file goes into, by the field's name; null where it is left out. */
export type Mapping = readonly (string | null)[]

/** What came of reading a file: the file, with the fields that its columns were recognised as, or why it is of no use. */
export type Opening = { readonly file: OpenedFile; readonly mapping: Mapping } | { readonly refusal: string }

/** Where rows come from: a file of the user's disk, or what was pasted. */
export type Source = { readonly file: File } | { readonly text: string }

/** How far a run is: it resumes from here after a failure. */
export interface Tally {
  readonly at: number
  /** As the server counted. */
  readonly created: number
  /** By the lines of the file. */
  readonly errors: readonly ImportError[]
  readonly accepted: readonly CsvRecord[]
  /** In which line what no two rows share was seen. */
  readonly seen: ReadonlyMap<string, number>
}

export const nothingYet: Tally = { at: 0, created: 0, errors: [], accepted: [], seen: new Map() }

/** What is sent by a run, and how far it is. */
export interface Run {
  readonly rows: readonly CsvRecord[]
  readonly mapping: Mapping
  readonly dryRun: boolean
  /** The same for the same rows sent again: the server then creates no row twice. */
  readonly key: string
  readonly tally: Tally
}

/** What the machine remembers. */
export interface ImportContext {
  readonly file: OpenedFile | null
  /** Why the file that was chosen last is of no use. */
  readonly refusal: string | null
  readonly mapping: Mapping
  /** Of the run at hand, or of the last one. */
  readonly rows: readonly CsvRecord[]
  readonly key: string
  readonly tally: Tally
  /** What the dry run found. */
  readonly checked: Tally
  /** Why the run came to a halt, in one sentence. */
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
 * An import: a file is chosen and its columns are matched, a dry run checks all rows, and those that passed are imported, part after part.
 * `src/crud/import` provides the effects.
 */
export const importMachine = setup({
  types: { context: {} as ImportContext, events: {} as ImportEvent, tags: {} as 'unsaved' | 'running' | 'report' },
  actors: {
    /** Reads a file, and recognises its columns. */
    readFile: fromPromise<Opening, { source: Source }>(() => new Promise(() => {})),
    /** Sends the next part of a run's rows; answers how far it is then. A failed call has moved nothing. */
    sendPart: fromPromise<Tally, Run>(() => new Promise(() => {})),
  },
  guards: {
    isRefused: (_, { opening }: { opening: Opening }) => 'refusal' in opening,
    hasRows: ({ context }) => (context.file?.rows.length ?? 0) > 0,
    hasAccepted: ({ context }) => context.checked.accepted.length > 0,
    /** Every row has been sent. */
    isWhole: ({ context }, { tally }: { tally: Tally }) => tally.at >= context.rows.length,
    /** The user wants no more parts to be sent. */
    isStopping: stateIn({ importing: { sending: 'stopping' } }),
  },
  actions: {
    noteRefusal: assign((_, { opening }: { opening: Opening }) => ({ refusal: 'refusal' in opening ? opening.refusal : null })),
    noteUnreadable: assign({ refusal: 'The file cannot be read' }),
    noteFile: assign((_, { opening }: { opening: Opening }) => ('file' in opening ? { ...nothing, ...opening } : {})),
    noteMapping: assign((_, { mapping }: { mapping: Mapping }) => ({ mapping })),
    /** All rows of the file are to be checked. */
    beginCheck: assign(({ context }, { key }: { key: string }) => ({
      rows: context.file?.rows ?? [],
      key,
      tally: nothingYet,
      failure: null,
    })),
    /** The rows that passed the dry run are to be imported. */
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
    /** Reads again what shows the rows that the import has created. */
    refreshRows: () => {},
    /** Says how many rows are imported. */
    tellImported: (_scope, _counted: { created: number }) => {},
  },
}).createMachine({
  id: 'import',
  description: 'An import of rows from a file.',
  context: nothing,
  initial: 'choosing',
  states: {
    choosing: {
      description: 'A file is asked for; one that is of no use says why.',
      on: {
        choose: { description: 'A file is chosen, or rows are pasted.', target: 'reading' },
      },
    },
    reading: {
      description: 'The file is read and its columns are recognised.',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'choose')
          return { source: event.source }
        },
        onDone: [
          {
            description: 'It is of no use.',
            guard: { type: 'isRefused', params: ({ event }) => ({ opening: event.output }) },
            target: 'choosing',
            actions: { type: 'noteRefusal', params: ({ event }) => ({ opening: event.output }) },
          },
          {
            description: 'It has rows.',
            target: 'mapping',
            actions: { type: 'noteFile', params: ({ event }) => ({ opening: event.output }) },
          },
        ],
        onError: { description: 'It cannot be read.', target: 'choosing', actions: 'noteUnreadable' },
      },
    },
    mapping: {
      description: 'The columns of the file are matched with fields.',
      tags: ['unsaved'],
      on: {
        map: {
          description: 'A column is matched with another field.',
          actions: { type: 'noteMapping', params: ({ event }) => ({ mapping: event.mapping }) },
        },
        back: { description: 'Another file is wanted.', target: 'choosing', actions: 'clearFailure' },
        check: {
          description: 'The rows are to be checked.',
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
        stop: { description: 'The user gives the dry run up.', target: 'mapping', actions: 'clearFailure' },
        leave: { description: 'The page is left.', target: 'mapping', actions: 'clearFailure' },
      },
      states: {
        sending: {
          description: 'A part of the rows is being checked.',
          invoke: {
            id: 'checkPart',
            src: 'sendPart',
            input: ({ context }) => runOf(context, true),
            onDone: [
              {
                description: 'It was the last part.',
                guard: { type: 'isWhole', params: ({ event }) => ({ tally: event.output }) },
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
          description: 'A part was not checked, and the user is told why.',
          on: { retry: { description: 'The same part is sent again.', target: 'sending', actions: 'clearFailure' } },
        },
      },
    },
    checked: {
      description: 'The dry run is over: what it found is shown.',
      tags: ['unsaved', 'report'],
      on: {
        back: { description: 'The columns are to be matched otherwise.', target: 'mapping', actions: 'clearFailure' },
        start: {
          description: 'The rows that passed are to be imported.',
          guard: 'hasAccepted',
          target: 'importing',
          actions: { type: 'beginImport', params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    importing: {
      description: 'The rows that passed the dry run are created.',
      tags: ['unsaved', 'running'],
      initial: 'sending',
      on: {
        leave: {
          description: 'The page is left: whether the part under way arrives is not waited for.',
          target: '.halted',
          actions: { type: 'noteFailure', params: { failure: 'It was interrupted.' } },
        },
      },
      states: {
        sending: {
          description: 'A part of the rows is on its way.',
          initial: 'going',
          invoke: {
            id: 'importPart',
            src: 'sendPart',
            input: ({ context }) => runOf(context, false),
            onDone: [
              {
                description: 'It was the last part.',
                guard: { type: 'isWhole', params: ({ event }) => ({ tally: event.output }) },
                target: '#import.imported',
                actions: [
                  { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
                  { type: 'tellImported', params: ({ event }) => ({ created: event.output.created }) },
                ],
              },
              {
                description: 'No more parts are wanted.',
                guard: 'isStopping',
                target: '#import.imported',
                actions: [
                  { type: 'noteTally', params: ({ event }) => ({ tally: event.output }) },
                  { type: 'tellImported', params: ({ event }) => ({ created: event.output.created }) },
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
              description: 'Refused, or no answer: whether its rows were created is not known.',
              target: 'halted',
              actions: { type: 'noteFailure', params: ({ event }) => ({ failure: sentenceIn(event.error) }) },
            },
          },
          states: {
            going: {
              description: 'More parts follow.',
              on: { stop: { description: 'No more parts are to be sent.', target: 'stopping' } },
            },
            stopping: { description: 'The part under way is the last one.' },
          },
        },
        halted: {
          description: 'A part was not answered, and the user is told why.',
          entry: 'refreshRows',
          on: {
            retry: {
              description: 'The same part is sent again; no row is created twice.',
              target: 'sending',
              actions: 'clearFailure',
            },
            stop: {
              description: 'What is imported stays, and the rest is given up.',
              target: '#import.imported',
              actions: { type: 'tellImported', params: ({ context }) => ({ created: context.tally.created }) },
            },
          },
        },
      },
    },
    imported: {
      description: 'The import is over: what came of each row is shown.',
      tags: ['report'],
      entry: 'refreshRows',
    },
  },
})

function runOf({ rows, mapping, key, tally }: ImportContext, dryRun: boolean): Run {
  return { rows, mapping, dryRun, key, tally }
}

function sentenceIn(error: unknown): string {
  return error instanceof Error ? error.message : 'It was interrupted.'
}
