import type { Run, Tally } from '../../../machines/importMachine'
import { lineBreaksIn, type CsvRecord } from '../../contract/csv'
import { importColumns, importKeys, repeatedWords, rowDraft, type ImportError, type ImportOutcome } from '../../contract/import'
import { withDecimalPoint } from '../../ui/text/numberWords'
import { CHARACTERS_PER_CALL, ROWS_PER_CALL } from '../model/callLimits'
import { csvText } from '../model/csv'
import type { AnyResource } from '../model/declaration'
import type { Constant } from './mapping'

/** What a run sends, and how the cells of its rows map to fields. */
interface Job extends Omit<Run, 'tally'> {
  readonly resource: AnyResource
  readonly constants: readonly Constant[]
}

/** Sends one part of a job's rows. */
type SendPart = (csv: string, key: string) => Promise<ImportOutcome>

/** Sends the next part of a job and resolves to the new tally; rejects as `send` does, without any progress. */
export async function sendNext(job: Job, tally: Tally, send: SendPart): Promise<Tally> {
  const part = nextPart(job.rows.slice(tally.at))
  const columns = columnsOf(job)
  const { created, errors: refusals } = await send(csvOf(columns, part), `${job.key}-${tally.at}`)
  const errors = refusals.map((refusal) => clearer(refusal, columns, part))
  const refused = new Set(errors.map(({ line }) => line))
  const valid = part.filter(({ line }) => !refused.has(line))
  const { repeats, seen } = job.dryRun ? findRepeats(job, columns, valid, tally.seen) : { repeats: [], seen: tally.seen }
  const repeated = new Set(repeats.map(({ line }) => line))
  return {
    at: tally.at + part.length,
    created: tally.created + created - repeated.size,
    errors: [...tally.errors, ...[...errors, ...repeats].sort((one, other) => one.line - other.line)],
    accepted: [...tally.accepted, ...valid.filter(({ line }) => !repeated.has(line))],
    seen,
  }
}

/** The rows that go into the next request. */
export function nextPart(rows: readonly CsvRecord[]): readonly CsvRecord[] {
  let length = 0
  const end = rows.slice(0, ROWS_PER_CALL).findIndex(({ cells }, at) => {
    length += cells.reduce((sum, cell) => sum + cell.length, 0)
    return at > 0 && length > CHARACTERS_PER_CALL
  })
  return rows.slice(0, end === -1 ? ROWS_PER_CALL : end)
}

/** A column of the parts that are sent, and a row's cell in it. */
interface Column {
  readonly name: string
  readonly cellOf: (row: CsvRecord) => string
  /** The cell, if it is a number whose point may group thousands. */
  readonly unclearOf: (row: CsvRecord) => string | null
}

function columnsOf({ file, resource, mapping, constants }: Job): readonly Column[] {
  const { rows = [], decimalComma = false } = file ?? {}
  const isNumber = (name: string | null) =>
    importColumns(resource).some((column) => column.name === name && column.field.type === 'number')
  const hasNumber = (isSo: (cell: string) => boolean) =>
    mapping.some((name, at) => isNumber(name) && rows.some(({ cells }) => isSo(cells[at] ?? '')))
  // In a file of a locale with decimal commas, 25.000 means 25 only if another number shows that its decimals follow a point.
  const pointsMayGroup =
    hasNumber((cell) => withDecimalPoint(cell, decimalComma) !== cell) || (decimalComma && !hasNumber(hasDecimalPoint))
  const mapped = mapping.flatMap((name, at): Column[] => {
    if (name === null) return []
    const cellIn = ({ cells }: CsvRecord) => cells[at] ?? ''
    if (!isNumber(name)) return [{ name, cellOf: cellIn, unclearOf: () => null }]
    const unclearOf = (row: CsvRecord) => (pointsMayGroup && mayGroupThousands(cellIn(row)) ? cellIn(row) : null)
    // With a comma, no number is read.
    const cellOf = (row: CsvRecord) => unclearOf(row)?.replace('.', ',') ?? withDecimalPoint(cellIn(row), decimalComma)
    return [{ name, cellOf, unclearOf }]
  })
  return [...mapped, ...constants.map(({ column: { name }, text }) => ({ name, cellOf: () => text, unclearOf: () => null }))]
}

/** Whether the point of a number may group thousands. */
function mayGroupThousands(cell: string): boolean {
  return /^[-+−]?[1-9]\d{0,2}\.\d{3}$/.test(cell)
}

function hasDecimalPoint(cell: string): boolean {
  return /^[-+−]?\d*\.\d+$/.test(cell) && !mayGroupThousands(cell)
}

/** The error with the reason for which the server was sent no number. */
function clearer(error: ImportError, columns: readonly Column[], part: readonly CsvRecord[]): ImportError {
  const row = part.find(({ line }) => line === error.line)
  const cell = row && columns.find(({ name }) => name === error.field)?.unclearOf(row)
  if (typeof cell !== 'string') return error
  const message = `${cell} may mean ${cell.replace('.', '')} or ${cell}: write it without a point, or with more decimals`
  return { ...error, message }
}

/**
 * A part as a CSV file in which every row keeps its line number from the user's file. The lines between are one empty record, which the server
 * skips, because an import limits their number.
 */
function csvOf(columns: readonly Column[], part: readonly CsvRecord[]): string {
  let line = 2
  const records = part.flatMap((row) => {
    const cells = columns.map(({ cellOf }) => cellOf(row))
    const gap = row.line - line
    line = row.line + 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0)
    return gap < 1 ? [cells] : [['\n'.repeat(gap - 1)], cells]
  })
  return csvText(
    columns.map(({ name }) => name),
    records,
  )
}

/**
 * Finds duplicates of earlier parts' rows, because the server only compares the rows within a part. `seenBefore` has the lines of earlier rows by
 * unique key; `seen` adds those of these rows.
 */
function findRepeats(
  { resource }: Job,
  columns: readonly Column[],
  rows: readonly CsvRecord[],
  seenBefore: ReadonlyMap<string, number>,
) {
  const fields = columns.map(({ name }) => importColumns(resource).find((column) => column.name === name) ?? null)
  const seen = new Map(seenBefore)
  const repeats: ImportError[] = []
  for (const row of rows) {
    const draft = rowDraft(
      resource,
      fields,
      columns.map(({ cellOf }) => cellOf(row)),
    )
    const keys = importKeys(resource, resource.draft.cast(draft, { assert: false }))
    const faults = keys.flatMap(({ field, labels, key }) => {
      const line = seenBefore.get(key)
      return line === undefined ? [] : [{ line: row.line, field, message: repeatedWords(labels, line) }]
    })
    repeats.push(...faults)
    if (faults.length === 0) for (const { key } of keys) seen.set(key, row.line)
  }
  return { repeats, seen }
}
