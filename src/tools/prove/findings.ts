/** A fault, reported once, with the number of times it was seen. */
export interface Finding {
  /** What is wrong, in words that are the same each time. */
  readonly what: string
  /** Where: an operation, a screen, a client. */
  readonly where: string
  readonly times: number
  /** The first occurrence, with what is needed to reproduce it. */
  readonly example: string
}

export interface Findings {
  add(what: string, where: string, example: string): void
  all(): readonly Finding[]
}

/** Longest example, in characters. */
const EXAMPLE_MAX = 4000

/** Collects findings: those with the same `what` and `where` are one, counted. */
export function createFindings(): Findings {
  const found = new Map<string, Finding>()
  return {
    add(what, where, example) {
      const key = `${what}\n${where}`
      const known = found.get(key)
      found.set(
        key,
        known === undefined
          ? { what, where, times: 1, example: example.slice(0, EXAMPLE_MAX) }
          : { ...known, times: known.times + 1 },
      )
    },
    all: () => [...found.values()],
  }
}
