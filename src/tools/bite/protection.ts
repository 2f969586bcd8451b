/** A replacement in a file: its path, the text to find, and the replacement. */
export type Change = readonly [file: string, from: string | RegExp, to: string | ((...found: string[]) => string)]

/** A protection to remove. */
export interface Protection {
  readonly name: string
  readonly changes: readonly Change[]
  /** The tests that must notice, by the beginning of their path; when none does, all tests of the session run. Unused with `screen`. */
  readonly noticed?: readonly string[]
  /** The Vitest projects of those tests; left out: the session's. */
  readonly projects?: readonly string[]
  /** Whether the races run as well: the design measured this protection by races, and the table says whether they notice. */
  readonly races?: boolean
  /** The case of the tours in React that must notice. */
  readonly screen?: string
}

/** Makes a protection that these tests of the session must notice. */
export function protection(name: string, noticed: readonly string[], ...changes: readonly Change[]): Protection {
  return { name, noticed, changes }
}

/** Applies a change to a text; throws when the text stays the same, because the run would then prove nothing. */
export function changed(text: string, [file, from, to]: Change): string {
  const next =
    typeof to !== 'string'
      ? text.replace(from, to)
      : typeof from === 'string'
        ? text.replaceAll(from, () => to)
        : text.replace(from, to)
  if (next === text) throw new Error(`${file} has no longer what is to be taken out: ${from}`)
  return next
}
