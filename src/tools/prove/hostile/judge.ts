/** The answers that the measured administrator got. */
export interface Met {
  /** Milliseconds of each call. */
  readonly times: readonly number[]
  /** Calls answered with a status other than 2xx, or not at all. */
  readonly failed: readonly string[]
}

/** Factor by which the p99 under attack may exceed the p99 in calm. */
export const SLOWER_MAX = 5
/** Milliseconds up to which an answer feels immediate (the "good" limit of Interaction to Next Paint). */
export const UNNOTICED_MS = 200

/** Returns the time that 99 of 100 calls stay within. */
export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? Number.POSITIVE_INFINITY
}

/** Lists what is wrong with the answers during an attack, compared with the times in calm. */
export function servedFaults(calm: readonly number[], { times, failed }: Met): string[] {
  const faults = failed.length > 0 ? ['a call was not answered with 2xx'] : []
  if (p99(times) > Math.max(SLOWER_MAX * p99(calm), UNNOTICED_MS)) faults.push(`more than ${SLOWER_MAX} times as slow as in calm`)
  return faults
}
