/** A replacement in a file: its path, the text to find, and the replacement. */
export type Change = readonly [file: string, from: string | RegExp, to: string | ((...found: string[]) => string)]

/** A protection to remove. */
export interface Protection {
  readonly name: string
  readonly changes: readonly Change[]
  /** The tests that must notice, by the beginning of their path; unused with `screen`. */
  readonly noticed?: readonly string[]
  /** The Vitest projects of those tests; left out: the session's. */
  readonly projects?: readonly string[]
  /** Whether the races run as well, and the report says whether they notice. */
  readonly races?: boolean
  /** The case of the tours in React that must notice. */
  readonly screen?: string
}
