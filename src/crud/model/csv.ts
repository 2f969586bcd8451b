import type { ExportChoice } from '../../../machines/exportMachine'
import { asFormula, guarded } from '../../contract/csv'

type CsvValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type CsvRow = Readonly<Record<string, CsvValue>>

/** `semicolons`: for rejects, whose cells stay as they were in the user's file. */
export type CsvFormat = ExportChoice['format'] | 'semicolons'

interface Format {
  readonly start: string
  readonly separator: string
  readonly decimal: string
  /** Writes a text, e.g. a serial number. */
  readonly text: (text: string) => string
}

/**
 * How a file is written. Excel takes UTF-8 for another encoding without a byte order mark, separates cells by what its locale says, and takes
 * text of digits for a number.
 */
const formats: Readonly<Record<CsvFormat, Format>> = {
  csv: { start: '', separator: ',', decimal: '.', text: guarded },
  semicolons: { start: '\uFEFF', separator: ';', decimal: ',', text: guarded },
  excel: { start: '\uFEFF', separator: ',', decimal: '.', text: (text) => asFormula(guarded(text)) },
  excelComma: { start: '\uFEFF', separator: ';', decimal: ',', text: (text) => asFormula(guarded(text)) },
}

/** Rows as a CSV text whose header is the keys of the first row. Without rows, an empty text. */
export function toCsv(rows: readonly CsvRow[], format: CsvFormat = 'csv'): string {
  const [first] = rows
  if (first === undefined) return ''
  const keys = Object.keys(first)
  return csvText(
    keys,
    rows.map((row) => keys.map((key) => row[key])),
    format,
  )
}

/** RFC 4180 text: cells are joined by the format's separator, lines end in CRLF. A row may have fewer or more cells than the header. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[], format: CsvFormat = 'csv'): string {
  const { start, separator } = formats[format]
  const lines = [header, ...rows.map((row) => row.map((value) => cell(value, formats[format])))]
  return start + lines.map((line) => `${line.map((text) => quoted(text, separator)).join(separator)}\r\n`).join('')
}

function cell(value: CsvValue, { decimal, text }: Format): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (typeof value === 'boolean') return String(value)
  return text(typeof value === 'string' ? value : value.join('; '))
}

function quoted(text: string, separator: string): string {
  const needsQuotes = /["\r\n]/.test(text) || text.includes(separator) || text !== text.trim()
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
