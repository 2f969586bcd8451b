/** How many deleted rows are remembered. */
const REMEMBERED = 500

/** Rows that this page has deleted, or that the server reported as deleted: a 404 for one of them raises no alert. */
export interface DeletedRows {
  note(id: string): void
  /** Whether the path of a call names one of them. */
  isIn(url: string): boolean
}

/** Remembers the latest of them. */
export function createDeletedRows(): DeletedRows {
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
