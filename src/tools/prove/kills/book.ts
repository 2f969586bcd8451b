/** The acknowledged version of each row, by the row's key. */
export type Book = ReadonlyMap<string, number>

/** A row as it is read afterwards. */
export interface Seen {
  readonly key: string
  readonly version: number
}

/** The fate of acknowledged writes. */
export interface Verdict {
  /** Acknowledged, and missing or older now. */
  readonly lost: readonly string[]
  /** Stored more than once. */
  readonly twice: readonly string[]
}

/** Compares the acknowledged rows with the stored ones. Rows without an acknowledgement are allowed: their answer may have been lost. */
export function compare(book: Book, seen: readonly Seen[]): Verdict {
  const versions = new Map<string, number[]>()
  for (const { key, version } of seen) versions.set(key, [...(versions.get(key) ?? []), version])
  const lost = [...book].filter(([key, version]) => !(versions.get(key) ?? []).some((one) => one >= version))
  const twice = [...versions].filter(([, all]) => all.length > 1)
  return { lost: lost.map(([key]) => key), twice: twice.map(([key]) => key) }
}
