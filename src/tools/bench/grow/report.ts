import { goalLines } from './goals'
import type { Result, Way } from './house'
import type { Percentiles, Read } from './reads'

const WIDE = 46
const COLUMN = 12
/** Columns of the percentiles, three a size. */
const NARROW = 9
/** The ways to store, in the order of the report. */
const KINDS = {
  copy: 'one bare COPY',
  insert: 'bare inserts, 500 a batch',
  gateway: 'POST of 500, of 10 sensors each',
  repeater: 'POST of 500, of 500 sensors',
} satisfies Record<Way, string>
const KIND_NAMES = Object.keys(KINDS) as Way[]
const SHARES = ['p50', 'p95', 'p99'] as const satisfies (keyof Percentiles)[]

/** The sizes that were measured, the smaller first. */
type Results = readonly [Result, ...Result[]]

/**
 * Prints what was measured: a column for each size, and the larger as a multiple of the smaller. `quiet`: the dashboard with as many devices
 * as the larger has and a tenth of its readings, or null.
 */
export function report(kind: string, measured: readonly Result[], quiet: readonly Read[] | null): void {
  const [first, ...more] = measured
  if (first === undefined) return
  const results: Results = [first, ...more]
  const { gateways, sensors, datapoints } = largest(results).house
  const others = results.length > 1 ? '; before it, a tenth of all' : ''
  console.log(
    `\n${kind}: ${formatted(gateways)} gateways, ${formatted(sensors)} sensors, ${formatted(datapoints)} readings${others}`,
  )
  ingest(results)
  reads(results, 'cpu', 'reading, processor time in ms')
  reads(results, 'clock', 'reading, ms by the clock')
  if (quiet !== null) devices(largest(results), quiet)
  sizes(results)
  console.log(['', ...goalLines(largest(results).reads, datapoints)].join('\n'))
  for (const result of results) console.log(exactness(result))
}

function largest(results: Results): Result {
  return results.at(-1) ?? results[0]
}

function ingest(results: Results): void {
  head('storing, readings a second', results, [''])
  for (const name of KIND_NAMES)
    row(
      KINDS[name],
      each(results, ({ ingest }) => ingest[name].perSecond),
    )
  // PGlite runs in the server's process.
  const hasDatabase = results.every(({ ingest }) => ingest.insert.database > 0)
  head('… as a share of the bare inserts', results, [''])
  for (const name of ['gateway', 'repeater'] as const) {
    row(
      `${KINDS[name]}, by the clock`,
      each(results, ({ ingest }) => ingest[name].perSecond / ingest.insert.perSecond),
      2,
    )
    row(
      '  by processor time',
      each(results, ({ ingest }) => ingest.insert.cpu / ingest[name].cpu),
      2,
    )
    if (hasDatabase)
      row(
        '  by that of PostgreSQL alone',
        each(results, ({ ingest }) => ingest.insert.database / ingest[name].database),
        2,
      )
  }
  head('… processor time of a batch, ms', results, [''])
  for (const name of KIND_NAMES) {
    row(
      KINDS[name],
      each(results, ({ ingest }) => ingest[name].cpu),
      1,
    )
    if (hasDatabase)
      row(
        '  PostgreSQL’s part',
        each(results, ({ ingest }) => ingest[name].database),
        1,
      )
  }
}

/** Compares the growth of the median with that of the first read: a machine that became busier slows everything. */
function reads(results: Results, measure: 'cpu' | 'clock', title: string): void {
  if (results.some(({ reads }) => reads.some((read) => read[measure] === null))) return
  head(title, results, SHARES)
  const least = growth(results.map(({ reads }) => [reads[0]?.[measure]?.p50 ?? Number.NaN]))
  for (const [at, read] of largest(results).reads.entries()) {
    const values = results.map(({ reads }) => SHARES.map((share) => reads[at]?.[measure]?.[share] ?? Number.NaN))
    row(read.title, values, 1, at === 0 ? 1 : least)
  }
}

/** What the dashboard costs with a tenth of the readings of as many devices, and with all of them. */
function devices({ house, reads }: Result, quiet: readonly Read[]): void {
  const measure = quiet.every(({ cpu }) => cpu !== null) ? 'cpu' : 'clock'
  const unit = measure === 'cpu' ? 'ms of processor time' : 'ms by the clock'
  console.log(
    `\n${`${formatted(house.sensors)} sensors, ${unit}`.padEnd(WIDE)}${[house.datapoints / 10, house.datapoints].map((count) => formatted(count).padStart(COLUMN)).join('')}${'growth'.padStart(COLUMN)}`,
  )
  for (const { title, [measure]: few } of quiet) {
    const all = reads.find((read) => read.title === title)?.[measure]
    row(title, [[few?.p50 ?? Number.NaN], [all?.p50 ?? Number.NaN]], 1)
  }
}

function sizes(results: Results): void {
  head('what it takes', results, [''])
  row(
    'memory of the API, MB: at first',
    each(results, ({ memory }) => memory.started),
  )
  row(
    '  after reading',
    each(results, ({ memory }) => memory.afterReads),
  )
  row(
    '  at most, while storing',
    each(results, ({ memory }) => memory.most),
  )
  row(
    'database, MB',
    each(results, ({ bytes }) => bytes / 1e6),
  )
  row(
    'filling it, s',
    each(results, ({ fillS }) => fillS),
  )
  row(
    'rolling up all that came in, s',
    each(results, ({ rollUp }) => rollUp),
    1,
  )
}

function exactness({ counted, past, there, house }: Result): string {
  const verdict = counted + past === there ? 'exact' : 'WRONG'
  return `${formatted(house.datapoints)}: ${formatted(counted)} counted, ${formatted(past)} stored past the API, ${formatted(there)} there: ${verdict}`
}

/** A heading, under which each size has these columns. */
function head(title: string, results: Results, columns: readonly string[]): void {
  const wide = columns.length > 1 ? columns.length * NARROW : COLUMN
  const cells = results.map(({ house }) => formatted(house.datapoints).padStart(wide)).join('')
  console.log(`\n${title.padEnd(WIDE)}${cells}${results.length > 1 ? 'growth'.padStart(COLUMN) : ''}`)
  if (columns.length > 1)
    console.log(''.padEnd(WIDE) + results.flatMap(() => columns.map((column) => column.padStart(NARROW))).join(''))
}

/** A row of one or more numbers for each size; its growth as a multiple of `base`. */
function row(title: string, values: readonly (readonly number[])[], digits = 0, base = 1): void {
  const wide = values.some((columns) => columns.length > 1) ? NARROW : COLUMN
  const cells = values
    .flat()
    .map((value) => formatted(value, digits).padStart(wide))
    .join('')
  const grown = values.length > 1 ? `${(growth(values) / base).toFixed(2)} ×`.padStart(COLUMN) : ''
  console.log(`${title.padEnd(WIDE)}${cells}${grown}`)
}

/** From the first size to the last, by the first column. */
function growth(values: readonly (readonly number[])[]): number {
  return (values.at(-1)?.[0] ?? Number.NaN) / (values[0]?.[0] ?? Number.NaN)
}

function each(results: Results, pick: (result: Result) => number): number[][] {
  return results.map((result) => [pick(result)])
}

function formatted(number: number, digits = 0): string {
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
