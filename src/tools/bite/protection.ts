/** A replacement in a file: its path, what is there, and what comes instead. */
export type Change = readonly [file: string, from: string | RegExp, to: string | ((...found: string[]) => string)]

/** A protection to take out. */
export interface Protection {
  readonly name: string
  readonly changes: readonly Change[]
  /** The tests that must notice, by how their files begin; for a screen it is the tours. */
  readonly noticed?: readonly string[]
  /** The projects of those tests, where it is not the session's. */
  readonly projects?: readonly string[]
  /** Whether the report says that the races notice as well. */
  readonly races?: boolean
  /** The case of the tours in React that must notice. */
  readonly screen?: string
}
