/** What another administrator met with, answer by answer. */
export interface Met {
  /** Milliseconds of each call. */
  readonly times: readonly number[]
  /** Calls that were answered with anything but 2xx, or not at all. */
  readonly failed: readonly string[]
}

/** How many times as long as in calm nearly all calls may take. */
const SLOWER_MAX = 5
/** Below this, in milliseconds, nobody notices, and what is measured is the machine. */
const UNNOTICED_MS = 50

/** The time that 99 of 100 calls keep to. */
export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? Number.POSITIVE_INFINITY
}

/** What is wrong with how somebody was served while others were hostile. */
export function servedFaults(calm: readonly number[], { times, failed }: Met): string[] {
  const faults = failed.length > 0 ? ['a call was not answered with 2xx'] : []
  if (p99(times) > Math.max(SLOWER_MAX * p99(calm), UNNOTICED_MS)) faults.push(`more than ${SLOWER_MAX} times as slow as in calm`)
  return faults
}
