import { assertEvent, assign, fromPromise, setup } from 'xstate'

/** What the file holds. */
export interface ExportChoice {
  /** The selected rows, all that match the list's filter, or all. */
  readonly rows: 'selected' | 'matching' | 'all'
  readonly columns: 'visible' | 'all'
  /** CSV, or CSV as Excel opens it: in most locales, and in those with decimal commas. */
  readonly format: 'csv' | 'excel' | 'excelComma'
}

/** The file, and how many rows it holds. */
export interface ExportedFile {
  readonly content: Blob
  readonly count: number
}

/** The rows and columns to read, and the callback for the progress. */
export interface Reading extends ExportChoice {
  readonly onProgress: (done: number, total: number) => void
}

/** Why reading failed. */
export interface ExportFailure {
  readonly sentence: string
}

/** The machine's context. `done` of `total` rows are read; `total` is 0 while it is unknown. */
export interface ExportContext {
  readonly done: number
  readonly total: number
  /** Why the last attempt failed, in one sentence. */
  readonly failure: string | null
}

export type ExportEvent =
  | ({ readonly type: 'read' } & ExportChoice)
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'close' }

/**
 * An export: the user selects rows, columns and format, all pages are read, and the file is saved. `src/crud/export` provides the effects, and
 * `src/app/activity` those of the log.
 */
export const exportMachine = setup({
  types: { context: {} as ExportContext, events: {} as ExportEvent },
  actors: {
    /** Reads the rows page by page, and makes the file; rejects with an `ExportFailure`. */
    readRows: fromPromise<ExportedFile, Reading>(() => new Promise(() => {})),
  },
  actions: {
    /** Forgets the last attempt. */
    begin: assign({
      done: 0,
      total: 0,
      failure: null,
    }),
    noteProgress: assign((_, { done, total }: Pick<ExportContext, 'done' | 'total'>) => ({ done, total })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: sentenceIn(error) })),
    /** Has the browser save the file, and says how many rows it holds. */
    save: (_scope, _file: ExportedFile) => {},
    leave: () => {},
  },
}).createMachine({
  id: 'export',
  description: 'An export of rows into a file.',
  context: { done: 0, total: 0, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user selects rows, columns and format.',
      on: {
        read: {
          description: 'The user starts the export.',
          target: 'reading',
          actions: 'begin',
        },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    reading: {
      description: 'The console reads all pages of the rows.',
      on: {
        progress: {
          description: 'A page is read.',
          actions: { type: 'noteProgress', params: ({ event }) => event },
        },
        close: { description: 'The user cancels: reading stops, and there is no file.', target: 'closed' },
      },
      invoke: {
        id: 'readRows',
        src: 'readRows',
        input: ({ event, self }) => {
          assertEvent(event, 'read')
          const { rows, columns, format } = event
          return { rows, columns, format, onProgress: (done, total) => self.send({ type: 'progress', done, total }) }
        },
        onDone: {
          description: 'All rows are read.',
          target: 'closed',
          actions: { type: 'save', params: ({ event }) => event.output },
        },
        onError: {
          description: 'A page was refused or had no answer, or the list kept changing: there is no file.',
          target: 'choosing',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    closed: { type: 'final', description: 'The export is over.', entry: 'leave' },
  },
})

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.sentence : 'The server gave no answer'
}

function isFailure(error: unknown): error is ExportFailure {
  return typeof error === 'object' && error !== null && 'sentence' in error
}
