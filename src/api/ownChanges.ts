/** How many of this page's changes are remembered. */
const REMEMBERED = 100

/** The calls by which this page itself changed something, and when each was answered. */
export interface OwnChanges {
  note(requestId: string | null, at: number): void
  /** When the call was answered, ms since 1970; null when it was none of this page's, or is under way. */
  answeredAt(requestId: string | undefined): number | null
}

/** Remembers the latest of this page's changes. */
export function createOwnChanges(): OwnChanges {
  const known = new Map<string, number>()
  return {
    note(requestId, at) {
      if (requestId === null) return
      known.set(requestId, at)
      const [oldest] = known.keys()
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
    answeredAt: (requestId) => (requestId === undefined ? null : (known.get(requestId) ?? null)),
  }
}
