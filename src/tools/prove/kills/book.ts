/** What was acknowledged to a writer, by the key of its row: the version that it had then. */
export type Book = ReadonlyMap<string, number>

/** A row as it is found afterwards. */
export interface Seen {
  readonly key: string
  readonly version: number
}

/** What became of acknowledged writes. */
export interface Verdict {
  /** Acknowledged and not there, or there as it was before. */
  readonly lost: readonly string[]
  /** There more than once. */
  readonly twice: readonly string[]
}

/** Compares what was acknowledged with what is there. Rows that nobody acknowledged may be there: their answer may have been lost. */
export function compare(book: Book, seen: readonly Seen[]): Verdict {
  const versions = new Map<string, number[]>()
  for (const { key, version } of seen) versions.set(key, [...(versions.get(key) ?? []), version])
  const lost = [...book].filter(([key, version]) => !(versions.get(key) ?? []).some((one) => one >= version))
  const twice = [...versions].filter(([, all]) => all.length > 1)
  return { lost: lost.map(([key]) => key), twice: twice.map(([key]) => key) }
}
