/** An interval over an hour is valid, but outages are noticed late. */
export function unusualInterval(value: unknown): string | null {
  return typeof value === 'number' && value > 3600 && value <= 86_400
    ? 'Over an hour: an outage is noticed only after two intervals.'
    : null
}

/** A warning for numbers from `low` to `high`, which are valid but unusual. */
export function unusualBetween(low: number, high: number, sentence: string): (value: unknown) => string | null {
  return (value) => (typeof value === 'number' && value >= low && value <= high ? sentence : null)
}
