/**
 * What answers a call that is held back: the real server, a server that is too busy, has
 * another version, finds another number of rows or refuses a row, or nobody.
 */
export type Ending = 'done' | 'busy' | 'overtaken' | 'recounted' | 'refused' | 'offline'

/**
 * A screen of the console, in whichever browser. Calls that the machine makes are held back until the table says how they end; so is the
 * reading of a file.
 */
export interface Screen {
  press(button: string | RegExp): Promise<void>
  /** Chooses a file of this name. */
  choose(label: string, name: string): Promise<void>
  /** Picks the first of these values that is not picked. */
  pick(label: string, values: readonly string[]): Promise<void>
  /** Lets the call that is held back end. */
  settle(ending: Ending): Promise<void>
  /** Lets the file that is being read be read, with this in it; null: it cannot be read. */
  read(content: string | null): Promise<void>
  goOnline(): Promise<void>
  type(label: string, text: string): Promise<void>
  tick(label: string): Promise<void>
  escape(): Promise<void>
}

/** Where on a screen a machine runs, and what of its calls is held back. */
export interface Setting {
  readonly machine: string
  /** Which calls the table decides on. */
  readonly held: RegExp
  /** What every file holds, as it is sent; read, it holds what the table says. */
  readonly content: string
}

/** What a screen shows, and what its machine says. */
export interface Watched {
  /** Resolves once this no longer throws; rejects with what it throws after a while. */
  until(check: () => void): Promise<void>
  /** The states that the machine is in. */
  place(): string | undefined
  /** Resolves once this can be seen. */
  sees(words: string | RegExp): Promise<void>
  /** Resolves once nothing is on its way but what is held back. */
  rests(): Promise<void>
}

/** Answers that the real server gives only in trouble, or when somebody else comes first. */
export const faults = {
  busy: { status: 503, body: { message: 'Too busy just now', code: 'unavailable', requestId: 'tour' } },
  recounted: { status: 409, body: { message: '3 match now', code: 'count_changed', requestId: 'tour' } },
  refused: {
    status: 200,
    body: {
      result: {
        done: 1,
        changed: [],
        failed: [{ id: '01890000-0000-7000-8000-00000000000f', code: 'validation_failed', message: 'Refused on the tour' }],
      },
    },
  },
  overtaken: { status: 412, body: { message: 'Somebody else changed it', code: 'version_conflict', requestId: 'tour' } },
} as const
