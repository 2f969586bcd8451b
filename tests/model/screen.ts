/** The answer to a held call: the real server's, none, or one of `faultsAbout`. */
export type Ending = 'done' | 'offline' | keyof ReturnType<typeof faultsAbout>

/**
 * A screen of the console, in any browser. Calls that the machine makes are held back until the table says how they end, and so is the
 * reading of a file.
 */
export interface Screen {
  /** Presses the button with this name; of several the last one, in the dialog above the others. */
  press(button: string | RegExp): Promise<void>
  /** Chooses a file with this name. */
  choose(label: string, name: string): Promise<void>
  /** Picks the first of these values that is not picked yet. */
  pick(label: string, values: readonly string[]): Promise<void>
  /** Picks the first option of a search field that can be picked. */
  pickFirst(label: string): Promise<void>
  /** Ends the held call. */
  settle(ending: Ending): Promise<void>
  /** Ends the reading of a file, with this content; null: it cannot be read. */
  read(content: string | null): Promise<void>
  goOnline(): Promise<void>
  /** Replaces the text of a field. */
  type(label: string, text: string): Promise<void>
  tick(label: string): Promise<void>
  /** Presses Escape once a dialog is open, and gives up what is in it. */
  escape(): Promise<void>
}

/** The questions before something is lost, and the buttons that lose it. */
export const losing = /^(?:Discard what you entered|Did you keep a copy)\?$/
export const lose = /^(?:Discard|Close anyway)$/

/** Where on a screen a machine runs, and which of its calls are held back. */
export interface Setting {
  readonly machine: string
  /** The calls that the table decides on, by method and address. */
  readonly held: RegExp
  /** The content of every file as it is uploaded; when read, a file has the table's content. */
  readonly content: string
}

/** What a screen shows, and the state of its machine. */
export interface Watched {
  /** Resolves once the check no longer throws; rejects with its error after a while. */
  until(check: () => void): Promise<void>
  /** The states that the machine is in. */
  place(): string | undefined
  /** Resolves once the screen shows these words. */
  sees(words: string | RegExp): Promise<void>
  /** Resolves once only held calls are under way. */
  rests(): Promise<void>
}

/**
 * Answers that the real server gives only in trouble, when another user is first, or once to an account. `rowId`: the row that it refuses.
 */
export const faultsAbout = (rowId: string) => ({
  busy: { status: 503, body: { message: 'Too busy just now', code: 'unavailable', requestId: 'tour' } },
  recounted: { status: 409, body: { message: '3 match now', code: 'count_changed', requestId: 'tour' } },
  refused: {
    status: 200,
    body: {
      result: {
        done: 1,
        changed: [],
        failed: [{ id: rowId, code: 'validation_failed', message: 'Refused on the tour' }],
      },
    },
  },
  skipped: {
    status: 200,
    body: {
      result: {
        assigned: [],
        changed: [],
        skipped: [
          { id: '01890000-0000-7000-8000-00000000000f', name: 'Shed', code: 'already_installed', message: 'It runs it already' },
        ],
      },
    },
  },
  emptied: { status: 200, body: { result: [], meta: { page: 1, pageSize: 6, total: 0, totalCapped: false } } },
  used: {
    status: 409,
    body: {
      message: 'A plant uses it',
      code: 'in_use',
      requestId: 'tour',
      users: { total: 1, rows: [{ id: '01890000-0000-7000-8000-00000000000f', name: 'Fern' }] },
    },
  },
  wrong: {
    status: 422,
    body: {
      message: 'Wrong',
      code: 'invalid',
      requestId: 'tour',
      fields: { proof: 'Password is wrong', code: 'Code is wrong' },
    },
  },
  secret: {
    status: 200,
    body: { result: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Frond?secret=JBSWY3DPEHPK3PXP' } },
  },
  codes: { status: 200, body: { result: { codes: ['abcd-efgh', 'ijkl-mnop'] } } },
  noCodes: { status: 200, body: { result: { codes: [] } } },
  affected: {
    status: 200,
    body: {
      result: {
        plants: [{ id: '01890000-0000-7000-8000-00000000000f', name: 'Fern' }],
        plantsTotal: 1,
        sensorsTotal: 0,
        sensorsChanging: 0,
      },
    },
  },
  gone: { status: 404, body: { message: 'There is no such row', code: 'not_found', requestId: 'tour' } },
  stale: {
    status: 412,
    body: {
      message: 'Somebody else changed it',
      code: 'stale',
      requestId: 'tour',
      result: { id: rowId, version: 1, name: `Fen ${rowId}`, soilMoistureMin: 12, soilMoistureMax: 80 },
    },
  },
  overtaken: { status: 412, body: { message: 'Somebody else changed it', code: 'stale', requestId: 'tour' } },
})
