/** Prints what was measured, a column for each size and how much the larger takes or gives of the smaller. */
export function report(kind, results) {
  const whole = results.at(-1)
  const size = ({ house }) => `${house.datapoints.toLocaleString('en')}`
  const row = (title, values, digits = 1) => {
    const [first, last] = [values[0], values.at(-1)]
    const cells = values.map((value) => value.toLocaleString('en', { maximumFractionDigits: digits }).padStart(12)).join('')
    console.log(`${title.padEnd(56)}${cells}${values.length > 1 ? `   ${(last / first).toFixed(2)} ×` : ''}`)
  }
  const { gateways, sensors } = whole.house
  console.log(`\n${kind}: ${gateways} gateways, ${sensors} sensors; before it, where there are two columns, a tenth of all\n`)
  console.log(`${'readings'.padEnd(56)}${results.map((result) => size(result).padStart(12)).join('')}   growth`)
  const each = (pick) => results.map(pick)
  const kinds = {
    copy: 'bare COPY',
    insert: 'bare insert, batches of 500',
    gateway: 'POST, 10 sensors a batch of 500',
    repeater: 'POST, 500 sensors a batch of 500',
  }
  for (const [kind, title] of Object.entries(kinds)) {
    row(
      `ingest, readings/s: ${title}`,
      each(({ ingest }) => ingest[kind].perSecond),
      0,
    )
    row(
      '  processor time a batch, ms',
      each(({ ingest }) => ingest[kind].cpu),
    )
    if (kind === 'copy' || kind === 'insert') continue
    row(
      '  share of the bare insert by the clock',
      each(({ ingest }) => ingest[kind].perSecond / ingest.insert.perSecond),
      2,
    )
    row(
      '  … by processor time',
      each(({ ingest }) => ingest.insert.cpu / ingest[kind].cpu),
      2,
    )
  }
  row(
    'hours and days of all that rolled up, s',
    each(({ rollUp }) => rollUp),
  )
  for (const [at, { title }] of whole.reads.entries())
    for (const share of ['p50', 'p95', 'p99'])
      row(
        `${share === 'p50' ? `${title}, ms: ` : '  '}${share}`,
        each(({ reads }) => reads[at][share]),
      )
  row(
    'memory of the server, MB: at first',
    each(({ memory }) => memory.started),
    0,
  )
  row(
    '  at most',
    each(({ memory }) => memory.most),
    0,
  )
  row(
    'database, MB',
    each(({ bytes }) => bytes / 1e6),
    0,
  )
  for (const { counted, there, lost, house } of results)
    console.log(
      `${house.datapoints.toLocaleString('en')}: counted ${counted}, there ${there}, ${lost} of those posted not stored${counted === there && lost === 0 ? ': exact' : ': WRONG'}`,
    )
}
