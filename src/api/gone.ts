/** How many rows that are gone are remembered. */
const REMEMBERED = 500

/** Rows that this page deletes, or was told that they are gone: that one of them is missing is no news then. */
export interface GoneRows {
  note(id: string): void
  /** Whether the path of a call names one of them. */
  isIn(url: string): boolean
}

/** Remembers the latest of them. */
export function createGoneRows(): GoneRows {
  const known = new Set<string>()
  return {
    note(id) {
      known.add(encodeURIComponent(id))
      const [oldest] = known
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
    isIn: (url) => url.split('/').some((part) => known.has(part)),
  }
}
