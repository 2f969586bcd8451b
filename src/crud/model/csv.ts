import { guarded } from '../../contract/csv'

type CsvValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type CsvRow = Readonly<Record<string, CsvValue>>

/**
 * Rows as RFC 4180 text: the header is the keys of the first row, values are joined by commas, lines end in CRLF. Without rows, an
 * empty text.
 */
export function toCsv(rows: readonly CsvRow[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const keys = Object.keys(first)
  const lines = [keys.map(quoted), ...rows.map((row) => keys.map((key) => cell(row[key])))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return quoted(guarded(typeof value === 'string' ? value : value.join('; ')))
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
