import Papa from 'papaparse'
import { NOT_UTF8, readCsv, textOf, type CsvFile, type SplitRecords } from '../../contract/csv'
import { grouped } from '../../contract/grouped'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, readHeader, type ImportColumn } from '../../contract/import'
import type { Resource } from '../../contract/resource'
import { invalid, refusal, type ProblemError } from '../http/problems'

/** A parsed file: its columns, null for ignored ones, and its rows. */
export interface ImportFile extends Pick<CsvFile, 'rows' | 'ragged'> {
  readonly columns: readonly (ImportColumn | null)[]
}

/** Parses a CSV file of a resource's rows; throws 422 or 413 when the file is unusable. Does not validate rows. */
export function readFile(resource: Resource, bytes: Uint8Array): ImportFile {
  const text = textOf(bytes)
  if (text === null) throw unusable(NOT_UTF8)
  const { header, rows, ragged, fault } = readCsv(split, text, IMPORT_ROWS_MAX)
  if (fault !== null) throw unusable(fault)
  if (header.length === 0) throw unusable('The file is empty')
  const { columns, faults } = readHeader(resource, header)
  if (faults.size > 0) throw invalid(faults)
  const count = rows.length + ragged.length
  if (count === 0) throw unusable('The file has a header and no rows')
  if (count > IMPORT_ROWS_MAX)
    throw refusal(413, 'too_large', `The file has more than ${grouped(IMPORT_ROWS_MAX)} rows: import it in parts`)
  return { columns, rows, ragged }
}

/** The 413 for a file with too many bytes. */
export function tooLarge(): ProblemError {
  return refusal(413, 'too_large', `The file is larger than ${IMPORT_BYTES_MAX / 1_048_576} MiB: import it in parts`)
}

function unusable(sentence: string): Error {
  return invalid(new Map([['', sentence]]))
}

const split: SplitRecords = (text, delimiter, onRecord) => {
  Papa.parse<string[]>(text, {
    delimiter,
    // Fast mode would split the whole text before the first record.
    fastMode: false,
    step: ({ data, errors, meta }, parser) => {
      if (!onRecord(data, meta.cursor, errors.length > 0)) parser.abort()
    },
  })
}
