import type { ExportChoice } from '../../../machines/exportMachine'
import { rowCells } from '../../contract/cells'
import type { AnyRow } from '../model/crudCalls'
import { csvFile } from '../model/csvFile'
import type { AnyStandardArea } from '../model/declaration'

/** Rows as a CSV file that an import accepts, with the fields of the visible columns, but for secrets, or all. */
export function exportRows(
  area: AnyStandardArea,
  rows: readonly AnyRow[],
  { columns, format }: Pick<ExportChoice, 'columns' | 'format'>,
): Blob {
  const { fields } = area.resource.row.describe()
  const isSecret = (key: string) => Object(Object(fields[key]).meta).secret === true
  const shown = area.columns.flatMap(({ key, also = [] }) => [key, ...also]).filter((key) => !isSecret(key))
  const keys = columns === 'visible' ? shown : Object.keys(fields)
  const chosen = Object.fromEntries(keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])))
  return csvFile(
    rows.map((row) => rowCells(chosen, row)),
    format,
  )
}

/** `gateways-2026-11-20.csv`, with the date in UTC. */
export function exportName(slug: string, now: number): string {
  return `${slug}-${new Date(now).toISOString().slice(0, 10)}.csv`
}
