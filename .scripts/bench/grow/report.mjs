const WIDE = 46
const COLUMN = 12
/** Of the percentiles, three a size. */
const NARROW = 9
/** What was stored, in the order in which it is told. */
const KINDS = {
  copy: 'one bare COPY',
  insert: 'bare inserts, 500 a batch',
  gateway: 'POST of 500, of 10 sensors each',
  repeater: 'POST of 500, of 500 sensors',
}
const SHARES = ['p50', 'p95', 'p99']

/**
 * Prints what was measured: a column for each size, and how much the larger takes or gives of the smaller. `quiet`: the dashboard of as many
 * devices as the larger has and a tenth of its readings, or null.
 */
export function report(kind, results, quiet) {
  const { gateways, sensors, datapoints } = results.at(-1).house
  const others = results.length > 1 ? '; before it, a tenth of all' : ''
  console.log(`\n${kind}: ${told(gateways)} gateways, ${told(sensors)} sensors, ${told(datapoints)} readings${others}`)
  ingest(results)
  reads(results, 'cpu', 'reading, processor time in ms')
  reads(results, 'clock', 'reading, ms by the clock')
  if (quiet !== null) devices(results.at(-1), quiet)
  sizes(results)
  for (const result of results) console.log(exactness(result))
}

function ingest(results) {
  head('storing, readings a second', results, [''])
  for (const [name, title] of Object.entries(KINDS))
    row(
      title,
      each(results, ({ ingest }) => ingest[name].perSecond),
    )
  // PGlite's work is its server's own.
  const hasDatabase = results.every(({ ingest }) => ingest.insert.database > 0)
  head('… as a share of the bare inserts', results, [''])
  for (const name of ['gateway', 'repeater']) {
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
  for (const [name, title] of Object.entries(KINDS)) {
    row(
      title,
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

/** The growth is that of the median, beside that of the first read: a machine that meanwhile became busier makes everything dearer. */
function reads(results, measure, title) {
  if (results.some(({ reads }) => reads.some((read) => read[measure] === null))) return
  head(title, results, SHARES)
  const least = growth(results.map(({ reads }) => [reads[0][measure].p50]))
  for (const [at, read] of results.at(-1).reads.entries()) {
    const values = results.map(({ reads }) => SHARES.map((share) => reads[at][measure][share]))
    row(read.title, values, 1, at === 0 ? 1 : least)
  }
}

/** What the dashboard costs with a tenth of the readings of as many devices, and with all of them. */
function devices({ house, reads }, quiet) {
  const measure = quiet.every(({ cpu }) => cpu !== null) ? 'cpu' : 'clock'
  const unit = measure === 'cpu' ? 'ms of processor time' : 'ms by the clock'
  console.log(
    `\n${`${told(house.sensors)} sensors, ${unit}`.padEnd(WIDE)}${[house.datapoints / 10, house.datapoints].map((count) => told(count).padStart(COLUMN)).join('')}${'growth'.padStart(COLUMN)}`,
  )
  for (const { title, [measure]: few } of quiet) {
    const { [measure]: all } = reads.find((read) => read.title === title)
    row(title, [[few.p50], [all.p50]], 1)
  }
}

function sizes(results) {
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

function exactness({ counted, past, there, lost, house }) {
  const verdict = counted + past === there && lost === 0 ? 'exact' : 'WRONG'
  return `${told(house.datapoints)}: ${told(counted)} counted, ${told(past)} stored past the API, ${told(there)} there, ${lost} of those posted not stored: ${verdict}`
}

/** A heading, under which each size has these columns. */
function head(title, results, columns) {
  const wide = columns.length > 1 ? columns.length * NARROW : COLUMN
  const cells = results.map(({ house }) => told(house.datapoints).padStart(wide)).join('')
  console.log(`\n${title.padEnd(WIDE)}${cells}${results.length > 1 ? 'growth'.padStart(COLUMN) : ''}`)
  if (columns.length > 1)
    console.log(''.padEnd(WIDE) + results.flatMap(() => columns.map((column) => column.padStart(NARROW))).join(''))
}

/** A row of one or more numbers for each size; its growth as a multiple of `base`. */
function row(title, values, digits = 0, base = 1) {
  const wide = values[0].length > 1 ? NARROW : COLUMN
  const cells = values
    .flat()
    .map((value) => told(value, digits).padStart(wide))
    .join('')
  const grown = values.length > 1 ? `${(growth(values) / base).toFixed(2)} ×`.padStart(COLUMN) : ''
  console.log(`${title.padEnd(WIDE)}${cells}${grown}`)
}

/** From the first size to the last, by the first column. */
function growth(values) {
  return values.at(-1)[0] / values[0][0]
}

function each(results, pick) {
  return results.map((result) => [pick(result)])
}

function told(number, digits = 0) {
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
