/** Maximum of remembered changes. */
const REMEMBERED = 100

/** The calls with which this page changed data, and the times of their answers. */
export interface OwnChanges {
  note(requestId: string | null, at: number): void
  /** When the call was answered, in milliseconds since 1970; null for another page's call, or one in flight. */
  answeredAt(requestId: string | undefined): number | null
}

/** Creates a list of this page's latest changes. */
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
