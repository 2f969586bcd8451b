// The report of `npm run bench:lists`.

/** Percentiles of times, ms. */
export interface Spread {
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly max: number
}

/** The times of a query, and their percentiles. */
export interface Timed extends Spread {
  readonly name: string
  readonly times: readonly number[]
}

/** A query to a list of an area. */
export type AreaTimed = Timed & { readonly area: string }

/** The percentiles of some times, ms. */
export function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), max: at(1) }
}

/** A query's line. */
export function line({ p50, p95, name }: Timed): string {
  return `${cell(p50)}${cell(p95)}  ${name}`
}

/** By area, the spread of all its answers. */
export function areasOf(results: readonly AreaTimed[]): Map<string, Spread> {
  const names = [...new Set(results.map(({ area }) => area))]
  return new Map(names.map((name) => [name, spread(results.filter(({ area }) => area === name).flatMap(({ times }) => times))]))
}

/** The heading above the areas' lines. */
export const AREAS = '\n      p50      p90      p95      max  ms, of all answers of an area'

/** Prints an area's spread, as soon as it is known. */
export function printArea(name: string, results: readonly AreaTimed[]): void {
  const found = areasOf(results).get(name)
  if (found !== undefined) console.log(rowOf((share) => found[share]) + `  ${name}`)
}

/** Prints every query, the slowest first; returns how many are over the budget. */
export function report(results: readonly AreaTimed[], budget: number | undefined): number {
  console.log(`\n      p50      p95  ms, of ${results.length} queries`)
  for (const result of results) console.log(line(result))
  if (budget === undefined) return 0
  const over = results.filter(({ p95 }) => p95 > budget).length
  console.log(`${over} of ${results.length} queries are over ${budget} ms`)
  return over
}

/** Prints how much slower each area is with more rows; returns how many take more than twice as long. */
export function compare(few: ReadonlyMap<string, Spread>, many: ReadonlyMap<string, Spread>): number {
  console.log('\n      p50      p90      p95      max  of the most rows, in those of the fewest')
  let slower = 0
  for (const [name, less] of few) {
    const more = many.get(name)
    if (more === undefined) continue
    console.log(rowOf((share) => more[share] / less[share]) + `  ${name}`)
    if (more.p95 > 2 * less.p95) slower++
  }
  console.log(`${slower} of ${few.size} areas have a p95 of more than twice as long`)
  return slower
}

const shares = ['p50', 'p90', 'p95', 'max'] as const

function rowOf(valueOf: (share: keyof Spread) => number): string {
  return shares.map((share) => cell(valueOf(share))).join('')
}

function cell(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1).padStart(9)
}
