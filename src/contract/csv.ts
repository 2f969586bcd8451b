import { grouped } from './grouped'

/** A record of a CSV file. A quoted cell may hold line breaks: `line` is the record's first line, counted from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A parsed CSV file; `fault` says why it cannot be used. */
export interface CsvFile {
  /** Column names; every row of `rows` has as many cells. */
  readonly header: readonly string[]
  readonly rows: readonly CsvRecord[]
  /** Rows whose number of cells differs from the header's. */
  readonly ragged: readonly (CsvRecord & { readonly message: string })[]
  readonly fault: string | null
}

/** Receives a record: its cells, its end in the text, and whether its quotes are broken; returns whether to continue. */
type OnRecord = (cells: readonly string[], end: number, broken: boolean) => boolean

/** Splits a text into records until the callback stops it; console and server both pass one that uses Papa Parse. */
export type SplitRecords = (text: string, delimiter: string, onRecord: OnRecord) => void

/** The bytes as text, without a byte order mark; null when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark decodes as UTF-8 full of NULs.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

const LINE_FEED = 0x0a

/** Maximum number of columns. */
const COLUMNS_MAX = 500

/** Maximum length of a line in characters: ten times the longest row of any area. A longer line would take too long to split. */
const LINE_MAX = 262_144

/** Error for a file that is not UTF-8. */
export const NOT_UTF8 = 'The file is not UTF-8 text: save it as “CSV UTF-8”'

/**
 * Parses a CSV text (RFC 4180). The first record that is not empty is the header; empty records are skipped. Parsing stops at broken
 * quotes, after `maxRows` + 1 rows, and after more than `maxRows` empty records; a text with an overlong line is not split at all. Every line
 * break, also in a cell, becomes a line feed.
 */
export function readCsv(split: SplitRecords, source: string, maxRows: number, delimiter = ','): CsvFile {
  // Papa Parse takes one kind of line break for the whole text.
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const records: CsvRecord[] = []
  let [line, from] = [1, 0]
  let empty = 0
  let fault = longLineIn(text)
  if (fault !== null) return { header: [], rows: [], ragged: [], fault }
  split(text, delimiter, (cells, end, broken) => {
    if (broken) fault = `A quotation mark in line ${line} is not closed, or not doubled`
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map((cell) => unguarded(cell).trim()) })
    else empty += 1
    if (empty > maxRows) fault ??= `The file has more than ${grouped(maxRows)} empty lines: remove them and try again`
    line += lineBreaksIn(text.slice(from, end))
    from = end
    return fault === null && records.length <= maxRows + 1
  })
  const [{ cells: header } = { cells: [] }, ...rest] = records
  if (header.length > COLUMNS_MAX) fault ??= `The file has more than ${COLUMNS_MAX} columns`
  const rows = rest.filter(({ cells }) => cells.length === header.length)
  const ragged = rest.filter(({ cells }) => cells.length !== header.length)
  return { header, rows, ragged: ragged.map((row) => ({ ...row, message: raggedWords(row.cells, header) })), fault }
}

/** The error for the first overlong line; null when there is none. */
function longLineIn(text: string): string | null {
  const end = text.length
  for (let [at, from, line] = [0, 0, 1]; at < end; at += 1) {
    if (at - from > LINE_MAX) return `Line ${line} has more than ${grouped(LINE_MAX)} characters: this is not a table`
    if (text.charCodeAt(at) !== LINE_FEED) continue
    from = at + 1
    line += 1
  }
  return null
}

/** Number of line feeds in a text. */
export function lineBreaksIn(text: string): number {
  return text.split('\n').length - 1
}

function raggedWords({ length }: readonly string[], header: readonly string[]): string {
  return `This row has ${length} ${length === 1 ? 'cell' : 'cells'}, and the header has ${header.length}`
}

/** Text that a spreadsheet may evaluate as a formula: full-width signs too, also behind quotes that `guarded` added. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Prefixes text that a spreadsheet would evaluate with a quote, and also text that looks as if it had been prefixed. Numbers stay as they
 * are. Semicolons separate cells in many locales, so each part between them is treated as a cell.
 */
export function guarded(text: string): string {
  return eachPart(text, (part) => (formula.test(part) && !number.test(part) ? `'${part}` : part))
}

/** Reverses `guarded` and `asFormula`. */
export function unguarded(text: string): string {
  const [, digits] = /^="([^";]*)"$/.exec(text) ?? []
  return digits ?? eachPart(text, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
}

/**
 * Writes text that Excel takes for a number, a date or a time as a formula, which it shows as it is: `007`, more than 15 digits, `1.2.3`, `3-4`.
 */
export function asFormula(text: string): string {
  return number.test(text) || /^\d[\d.,:/-]*$/.test(text) ? `="${text}"` : text
}

function eachPart(text: string, change: (part: string) => string): string {
  return text.split(';').map(change).join(';')
}
