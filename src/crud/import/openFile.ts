import Papa from 'papaparse'
import type { Opening } from '../../../machines/importMachine'
import { NOT_UTF8, readCsv, textOf, type SplitRecords } from '../../contract/csv'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '../../contract/import'
import { grouped } from '../../ui/text/numberWords'
import type { AnyResource } from '../model/declaration'
import { matchColumns } from './mapping'

/** Reads and parses a file; a refusal says why it cannot be imported. */
export async function openFile(resource: AnyResource, file: File): Promise<Opening> {
  if (file.size > IMPORT_BYTES_MAX) return { refusal: TOO_LARGE }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { refusal: 'The file cannot be read' }
  const text = textOf(new Uint8Array(bytes))
  return text === null ? { refusal: NOT_UTF8 } : openText(resource, file.name, text)
}

/** Parses pasted rows, or a file's text. */
export function openText(resource: AnyResource, name: string, source: string): Opening {
  if (source.length > IMPORT_BYTES_MAX) return { refusal: TOO_LARGE }
  // Excel reads and hides a first line such as `sep=;`; without it, its empty line keeps the numbers of the others.
  const [firstLine = '', named] = /^sep=(.)(?=\r?\n)/i.exec(source) ?? []
  const text = source.slice(firstLine.length)
  if (/^\s*[[{]/.test(text)) return { refusal: 'This is not a CSV file' }
  const delimiter = named ?? delimiterOf(resource, text)
  const { header, rows, ragged, fault } = readCsv(split, text, IMPORT_ROWS_MAX, delimiter)
  if (fault !== null) return { refusal: fault }
  if (header.length === 0) return { refusal: 'The file is empty' }
  const [firstRagged] = ragged
  if (rows.length === 0 && firstRagged !== undefined)
    return { refusal: `No row has as many cells as the header. Line ${firstRagged.line}: ${firstRagged.message}` }
  const count = rows.length + ragged.length
  if (count === 0) return { refusal: 'The file has a header and no rows' }
  if (count > IMPORT_ROWS_MAX) return { refusal: `The file has more than ${grouped(IMPORT_ROWS_MAX)} rows: import it in parts` }
  const repeated = header.find((column, at) => column !== '' && header.indexOf(column) < at)
  if (repeated !== undefined) return { refusal: `The column ${repeated} appears twice` }
  const columns = header.map((column, at) => (column === '' ? `Column ${at + 1}` : column))
  const file = { name, header: columns, rows, ragged, decimalComma: delimiter === ';' }
  return { file, mapping: matchColumns(resource, columns) }
}

const TOO_LARGE = `The file is larger than ${IMPORT_BYTES_MAX / 1_048_576} MiB: import it in parts`

/** Maximum number of empty lines before the header. */
const EMPTY_LINES_MAX = 100

/** Guesses the delimiter (comma, semicolon or tab, which spreadsheets choose by locale): the one that yields the most known columns. */
function delimiterOf(resource: AnyResource, text: string): string {
  const found = [',', ';', '\t'].map((delimiter) => {
    const { header } = readCsv(split, text, EMPTY_LINES_MAX, delimiter)
    const matched = matchColumns(resource, header).filter((column) => column !== null).length
    return { delimiter, matched, cells: header.length }
  })
  const [best] = found.toSorted((one, other) => other.matched - one.matched || other.cells - one.cells)
  return best?.delimiter ?? ','
}

const split: SplitRecords = (text, delimiter, onRecord) => {
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      if (!onRecord(data, meta.cursor, errors.length > 0)) parser.abort()
    },
  })
}
