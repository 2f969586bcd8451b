import type { Mapping, Tally } from '../../../machines/importMachine'
import { lineBreaksIn, type CsvRecord } from '../../contract/csv'
import { importColumns, importKeys, repeatedWords, rowDraft, type ImportError, type ImportOutcome } from '../../contract/import'
import { withDecimalPoint } from '../../ui/text/numberWords'
import { CHARACTERS_PER_CALL, ROWS_PER_CALL } from '../model/callLimits'
import { toCsv } from '../model/csv'
import type { AnyResource } from '../model/declaration'
import { labelsOf, type Constant } from './mapping'
import { mayGroupThousands } from './openFile'

/** The rows to send, and how their cells map to fields. */
export interface Job {
  readonly resource: AnyResource
  readonly mapping: Mapping
  readonly constants: readonly Constant[]
  readonly decimalComma: boolean
  readonly groupingPoint: boolean
  readonly rows: readonly CsvRecord[]
  readonly dryRun: boolean
  /** Idempotency key: the same when the same rows are sent again. */
  readonly key: string
}

/** Sends one part of a job's rows. */
export type SendPart = (csv: string, key: string) => Promise<ImportOutcome>

/** Sends the next part of a job and resolves to the new tally; rejects as `send` does, without any progress. */
export async function sendNext(job: Job, tally: Tally, send: SendPart): Promise<Tally> {
  const part = nextPart(job.rows.slice(tally.at))
  const { created, errors } = await send(csvOf(job, part), `${job.key}-${tally.at}`)
  const refused = new Set(errors.map(({ line }) => line))
  const valid = part.filter(({ line }) => !refused.has(line))
  const { repeats, seen } = job.dryRun ? findRepeats(job, valid, tally.seen) : { repeats: [], seen: tally.seen }
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

/** A part as a CSV file in which every row keeps its line number from the user's file; the server skips the empty records between. */
function csvOf(job: Job, part: readonly CsvRecord[]): string {
  let [csv, line] = ['', 2]
  for (const row of part) {
    const cells = namedCells(job, row)
    const text = toCsv([cells])
    const header = text.indexOf('\r\n') + 2
    if (csv === '') csv = text.slice(0, header)
    csv += emptyLines(row.line - line) + text.slice(header)
    line = row.line + 1 + Object.values(cells).reduce((sum, cell) => sum + lineBreaksIn(cell), 0)
  }
  return csv
}

/** A gap of empty lines as one empty record, because an import limits the number of empty records. */
function emptyLines(count: number): string {
  return count < 1 ? '' : `"${'\n'.repeat(count - 1)}"\r\n`
}

/** The cells by column. A point that may group thousands becomes a comma, with which no number is read. */
function namedCells(job: Job, { cells }: CsvRecord): Record<string, string> {
  const { resource, mapping, constants, decimalComma, groupingPoint } = job
  const isNumber = (name: string) =>
    importColumns(resource).some((column) => column.name === name && column.field.type === 'number')
  const mapped = mapping.flatMap((name, at) => {
    const cell = cells[at] ?? ''
    if (name === null) return []
    if (!isNumber(name)) return [[name, cell] as const]
    const isUnclear = groupingPoint && mayGroupThousands(cell)
    return [[name, isUnclear ? cell.replace('.', ',') : withDecimalPoint(cell, decimalComma)] as const]
  })
  return Object.fromEntries([...mapped, ...constants.map(({ column, text }) => [column.name, text] as const)])
}

/**
 * Finds duplicates of earlier parts' rows, because the server only compares the rows within a part. `seenBefore` has the lines of earlier rows by
 * unique key; `seen` adds those of these rows.
 */
function findRepeats(job: Job, rows: readonly CsvRecord[], seenBefore: ReadonlyMap<string, number>) {
  const { resource } = job
  const columns = importColumns(resource)
  const labels = labelsOf(resource)
  const seen = new Map(seenBefore)
  const repeats: ImportError[] = []
  for (const row of rows) {
    const cells = Object.entries(namedCells(job, row))
    const matched = cells.map(([name]) => columns.find((column) => column.name === name) ?? null)
    const draft = rowDraft(
      resource,
      matched,
      cells.map(([, cell]) => cell),
    )
    const keys = importKeys(resource, resource.draft.cast(draft, { assert: false }))
    const faults = keys.flatMap(({ field, key }) => {
      const line = seenBefore.get(key)
      return line === undefined ? [] : [{ line: row.line, field, message: repeatedWords(labels.get(field) ?? field, line) }]
    })
    repeats.push(...faults)
    if (faults.length === 0) for (const { key } of keys) seen.set(key, row.line)
  }
  return { repeats, seen }
}
