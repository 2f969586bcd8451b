import type { Mapping } from '../../../machines/importMachine'
import { importColumns, isSkippedColumn, type ImportColumn } from '../../contract/import'
import type { AnyResource, Declaration } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { choiceWords, type Worded } from '../model/choiceWords'
import { fieldWords } from '../model/words'

/** Matches columns to fields by the field's name, by either label, or by the title of the referenced row. Each field is matched once. */
export function matchColumns(resource: AnyResource, header: readonly string[]): Mapping {
  const columns = importColumns(resource)
  const usedNames = new Set<string>()
  const matchOnce = (column: ImportColumn | undefined): string | null => {
    if (column === undefined || usedNames.has(column.name)) return null
    usedNames.add(column.name)
    return column.name
  }
  const exact = header.map((name) => matchOnce(columns.find((column) => column.name === name)))
  return header.map((name, at) => {
    const found = exact[at] ?? null
    if (found !== null) return found
    const named = matchOnce(columns.find((column) => isNameOf(column, name)))
    if (named !== null || isSkippedColumn(resource, name)) return named
    return matchOnce(columns.find((column) => [column.name, column.label].some((word) => lettersOf(word) === lettersOf(name))))
  })
}

/** `hardwareName` for `hardwareId`: lists and exports have the title beside the id. */
function isNameOf({ name, reference }: ImportColumn, header: string): boolean {
  return reference !== null && header === name.replace(/Id(s?)$/, 'Name$1')
}

/** Reduces a name to its letters and digits in lower case, so that "EUI", "Serial number" and "serial_number" match. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** A field without a column, and the value that all rows get in it. */
export interface Constant {
  readonly column: ImportColumn
  readonly text: string
  /** The value as the screen shows it. */
  readonly words: string
}

/** Default values of a new row for the fields without a column. */
export function constantsOf(area: Worded & Pick<Declaration, 'blank'>, mapping: Mapping): readonly Constant[] {
  return importColumns(area.resource)
    .filter(({ name }) => !mapping.includes(name))
    .flatMap((column) => {
      const value: unknown = area.blank[column.name] ?? (column.required && column.field.type === 'boolean' ? false : undefined)
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
      const words = fieldWords(kindOf(area.resource.draft, column.name), value, choiceWords(area, column.name))
      return [{ column, text: String(value), words: words ?? '' }]
    })
}

/** Required fields with neither a column nor a default. */
export function missingColumns(area: Worded & Pick<Declaration, 'blank'>, mapping: Mapping): readonly ImportColumn[] {
  const defaulted = new Set(constantsOf(area, mapping).map(({ column }) => column.name))
  return importColumns(area.resource).filter(({ name, required }) => required && !mapping.includes(name) && !defaulted.has(name))
}

/** Fields that several columns are mapped to. */
export function repeatedColumns(mapping: Mapping): ReadonlySet<string> {
  return new Set(mapping.filter((name): name is string => name !== null && mapping.indexOf(name) !== mapping.lastIndexOf(name)))
}

/** Labels of fields for sentences, by column name. */
export function labelsOf(resource: AnyResource): ReadonlyMap<string, string> {
  return new Map(importColumns(resource).map(({ name, label }) => [name, label]))
}
