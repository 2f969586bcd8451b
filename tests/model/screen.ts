/** What answers a call that is held back: the real server, a server that is too busy or has another version, or nobody. */
export type Ending = 'done' | 'busy' | 'overtaken' | 'offline'

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
}

/** Where on a screen a machine runs, and what of its calls is held back. */
export interface Setting {
  readonly machine: string
  /** Which calls the table decides on. */
  readonly held: RegExp
  /** What every file holds, as it is sent; read, it holds what the table says. */
  readonly content: string
}

/** A screen, and what its machine says. */
export interface WatchedScreen extends Screen {
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
  overtaken: { status: 412, body: { message: 'Somebody else changed it', code: 'version_conflict', requestId: 'tour' } },
} as const
