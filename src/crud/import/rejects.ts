import type { CsvRecord } from '../../contract/csv'
import { REJECT_COLUMNS, type ImportError } from '../../contract/import'
import { csvText } from '../model/csv'
import { fileOf } from '../model/csvFile'
import { nextPart } from './sendRows'
import type { ImportSnapshot } from './step'

/** The rows of the part during which the import was given up: the server may have created them. */
export function unknownRows(snapshot: ImportSnapshot): readonly CsvRecord[] {
  const { rows, tally, failure } = snapshot.context
  return snapshot.matches('imported') && failure !== null ? nextPart(rows.slice(tally.at)) : []
}

/** All errors of a file's rows, by line: from parsing, the dry run and the import. */
export function faultsOf(snapshot: ImportSnapshot): readonly ImportError[] {
  const { file, checked, tally } = snapshot.context
  const ragged = (file?.ragged ?? []).map(({ line, message }) => ({ line, field: '', message }))
  const imported = snapshot.matches('imported') ? [...tally.errors, ...unfinishedErrors(snapshot)] : []
  return [...ragged, ...checked.errors, ...imported].sort((one, other) => one.line - other.line)
}

/** The errors of the rows that an import did not reach, or whose outcome is unknown. */
function unfinishedErrors(snapshot: ImportSnapshot): ImportError[] {
  const { rows, tally, failure } = snapshot.context
  const unknownCount = unknownRows(snapshot).length
  return rows.slice(tally.at).map(({ line }, at) => ({
    line,
    field: '',
    message:
      at < unknownCount
        ? `It is not known whether this row was imported, because the import stopped: ${failure}`
        : 'The import was stopped before this row',
  }))
}

/**
 * The rejected rows with their original cells behind their line numbers and reasons: once corrected, they can be imported again. A row that has
 * too few or too many cells still has. In the format of the user's file, not the last export's: in another one, `1,250` would be another number.
 */
export function rejectsFile(snapshot: ImportSnapshot): Blob {
  const { header = [], rows = [], ragged = [], decimalComma = false } = snapshot.context.file ?? {}
  const reasons = new Map<number, string[]>()
  for (const { line, message } of faultsOf(snapshot)) reasons.set(line, [...(reasons.get(line) ?? []), message])
  const rejected = [...rows, ...ragged].filter(({ line }) => reasons.has(line)).sort((one, other) => one.line - other.line)
  // A file of rejects that is rejected again has these columns already.
  const { line: lineColumn, reason: reasonColumn } = REJECT_COLUMNS
  const theirs = (cells: readonly string[]) =>
    cells.filter((_cell, at) => header[at] !== lineColumn && header[at] !== reasonColumn)
  const columns = [lineColumn, reasonColumn, ...theirs(header)]
  const lines = rejected.map(({ line, cells }) => [line, reasons.get(line)?.join('; '), ...theirs(cells)])
  return fileOf(csvText(columns, lines, decimalComma ? 'semicolons' : 'csv'))
}
