/** A record of a CSV file. A quoted cell may hold line breaks: `line` is where the record begins, from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A CSV file as its reader understands it; `fault` says why it cannot be used. */
export interface CsvFile {
  /** Names of the columns; every row has as many cells. */
  readonly header: readonly string[]
  readonly rows: readonly CsvRecord[]
  /** Rows with another number of cells than the header. */
  readonly ragged: readonly (CsvRecord & { readonly message: string })[]
  readonly fault: string | null
}

/** Receives a record: its cells, where in the text it ends, and whether its quotes are broken; answers whether to continue. */
type OnRecord = (cells: readonly string[], end: number, broken: boolean) => boolean

/** What splits a text into records, one after another until it is stopped; both programs bring the same library's. */
export type SplitRecords = (text: string, delimiter: string, onRecord: OnRecord) => void

/** The bytes as text, without a byte order mark; null when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // UTF-16 without a mark reads as UTF-8 that is full of these.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Most columns that are worth reading. */
const COLUMNS_MAX = 500

/** Most characters of a line: ten times what the longest row of any area has. Of more, nothing is split: it takes too long. */
const LINE_MAX = 262_144

/** Sentence for bytes that are no text. */
export const NOT_UTF8 = 'The file is not UTF-8 text: save it as “CSV UTF-8”'

/**
 * Reads a CSV text (RFC 4180): the first record that is not empty is the header; empty ones are passed over. It stops at broken quotes,
 * after `most` rows and one more, and after as many empty ones; a text with a line that is too long is not split at all.
 */
export function readCsv(split: SplitRecords, given: string, most: number, delimiter = ','): CsvFile {
  const text = given.replace(/^\uFEFF/, '')
  const records: CsvRecord[] = []
  let [line, from] = [1, 0]
  let empty = 0
  let fault = longLineIn(text)
  if (fault !== null) return { header: [], rows: [], ragged: [], fault }
  split(text, delimiter, (cells, end, broken) => {
    if (broken) fault = `A quotation mark in line ${line} is not closed, or not doubled`
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map((cell) => unguarded(cell).trim()) })
    else empty += 1
    if (empty > most) fault ??= `The file has more than ${most.toLocaleString('en')} empty lines: remove them and try again`
    line += breaksIn(text.slice(from, end))
    from = end
    return fault === null && records.length <= most + 1
  })
  const [{ cells: header } = { cells: [] }, ...rest] = records
  if (header.length > COLUMNS_MAX) fault ??= `The file has more than ${COLUMNS_MAX} columns`
  const rows = rest.filter(({ cells }) => cells.length === header.length)
  const ragged = rest.filter(({ cells }) => cells.length !== header.length)
  return { header, rows, ragged: ragged.map((row) => ({ ...row, message: raggedWords(row.cells, header) })), fault }
}

/** Says which line is too long; null when none is. */
function longLineIn(text: string): string | null {
  const end = text.length
  for (let [at, from, line] = [0, 0, 1]; at < end; at += 1) {
    const letter = text.charCodeAt(at)
    const isBreak = letter === LINE_FEED || (letter === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)
    if (at - from > LINE_MAX) return `Line ${line} has more than ${LINE_MAX.toLocaleString('en')} characters: this is no table`
    if (!isBreak) continue
    from = at + 1
    line += 1
  }
  return null
}

/** Line breaks in a text. */
export function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}

function raggedWords({ length }: readonly string[], header: readonly string[]): string {
  return `This row has ${length} ${length === 1 ? 'cell' : 'cells'}, and the header has ${header.length}`
}

/** What a spreadsheet may run: full-width signs as well, and whatever stands behind quotes that we have put there. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Text that a spreadsheet would run gets a quote before it, and so does text that looks as if it had got one; a number written as text
 * stays a number. Where semicolons part cells, as in many countries, each part is a cell.
 */
export function guarded(text: string): string {
  return eachPart(text, (part) => (formula.test(part) && !number.test(part) ? `'${part}` : part))
}

/** Takes back what `guarded` did. */
export function unguarded(text: string): string {
  return eachPart(text, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
}

function eachPart(text: string, change: (part: string) => string): string {
  return text.split(';').map(change).join(';')
}
