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

/** The soil of a plant, by the form's field: reaction (pH) and salt (electrical conductivity, µS/cm). */
export const soilWarnings = {
  phMin: unusualBetween(0, 3.9, 'Few plants grow in soil this acid.'),
  phMax: unusualBetween(8.6, 14, 'Few plants grow in soil this alkaline.'),
  soilEcMin: unusualBetween(4001, 20_000, 'Soil this salty harms most plants.'),
  soilEcMax: unusualBetween(8001, 20_000, 'Only salt-tolerant plants grow in soil this salty.'),
} as const
