import type { AnyRow } from '../crudSlice'
import { toCsv, type CsvRow, type CsvValue } from '../csv'
import type { AnyStandardArea } from '../declaration'
import { entryWords } from '../words'

/** Rows as a CSV file: all fields, or those of the columns on screen. */
export function exportRows(area: AnyStandardArea, rows: readonly AnyRow[], columns: 'visible' | 'all'): Blob {
  const keys =
    columns === 'visible' ? area.columns.flatMap(({ key, also = [] }) => [key, ...also]) : Object.keys(area.resource.row.fields)
  const lines = rows.map((row): CsvRow => Object.fromEntries(keys.map((key) => [key, csvValue(row[key])])))
  return new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' })
}

/** `gateways-2026-11-20.csv`; the day is UTC's. */
export function exportName(slug: string, now: number): string {
  return `${slug}-${new Date(now).toISOString().slice(0, 10)}.csv`
}

function csvValue(value: unknown): CsvValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(entryWords)
  return JSON.stringify(value)
}
