/** Maximum of remembered rows. */
const REMEMBERED = 500

/** Rows that this page deleted, or that the server reported as deleted: a 404 for one of them raises no alert. */
export interface DeletedRows {
  note(id: string): void
  /** Whether a call's path contains the id of such a row. */
  hasRowIn(url: string): boolean
}

/** Creates a list of the most recently deleted rows. */
export function createDeletedRows(): DeletedRows {
  const known = new Set<string>()
  return {
    note(id) {
      known.add(encodeURIComponent(id))
      const [oldest] = known
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
    hasRowIn: (url) => url.split('/').some((part) => known.has(part)),
  }
}
