import type { ExportChoice } from '../../../machines/exportMachine'
import type { KeyValueStore } from '../../ui/environment/Environment'
import { toCsv, type CsvFormat, type CsvRow } from './csv'

const KEY = 'csv'

/** The format that was last exported with this browser, for all files: it depends on the spreadsheet on the user's machine. */
export function storedFormat(browserStorage: Pick<KeyValueStore, 'get'>): ExportChoice['format'] {
  const stored = browserStorage.get(KEY)
  return stored === 'excel' || stored === 'excelComma' ? stored : 'csv'
}

export function storeFormat(browserStorage: Pick<KeyValueStore, 'set'>, format: ExportChoice['format']): void {
  browserStorage.set(KEY, format)
}

/** Rows as a file to download. */
export function csvFile(rows: readonly CsvRow[], format: CsvFormat): Blob {
  return fileOf(toCsv(rows, format))
}

/** A CSV text as a file to download. */
export function fileOf(csv: string): Blob {
  return new Blob([csv], { type: 'text/csv;charset=utf-8' })
}
