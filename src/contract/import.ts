import {
  array,
  object,
  string,
  type AnyObject,
  type InferType,
  type SchemaDescription,
  type SchemaFieldDescription,
  type SchemaObjectDescription,
} from 'yup'
import { cellValue } from './cells'
import { count } from './fields'
import type { Resource } from './resource'

/** Most rows that one import takes. */
export const IMPORT_ROWS_MAX = 10_000
/** Most bytes that one import takes. */
export const IMPORT_BYTES_MAX = 8_388_608

/** Media type of an import's body. */
export const CSV_TYPE = 'text/csv'

/** Query parameter of an import: `true` judges every row and keeps none. */
export const DRY_RUN_PARAM = 'dryRun'

/** Path of the call that creates rows of a CSV file, e.g. `/api/v1/sensors/import`. POST; resources that are created have it. */
export function importPath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/import`
}

/** Answer of an import, which continues past a row that fails, and reports every one. */
export const importOutcome = object({
  created: count(0, IMPORT_ROWS_MAX).required().meta({ description: 'Rows that were created; in a dry run, that would be.' }),
  errors: array(
    object({
      line: count(2, 2 ** 31 - 1)
        .required()
        .meta({ description: 'Where the row begins in the file; the header is in line 1.' }),
      field: string().defined().meta({ description: 'The column at fault; empty when it is the row as a whole.' }),
      message: string().required(),
    }).required(),
  ).required(),
})
export type ImportOutcome = InferType<typeof importOutcome>
export type ImportError = ImportOutcome['errors'][number]

/** A column that an import takes. */
export interface ImportColumn {
  /** Path of the field: `name`, `care.watering`. */
  readonly name: string
  readonly label: string
  /** A file without it is refused. */
  readonly required: boolean
  /** Name of the resource whose rows stand in it, by id or by their names; null when none do. */
  readonly reference: string | null
  readonly field: SchemaDescription
}

const known = new WeakMap<object, readonly ImportColumn[]>()

/** The columns that a file of the resource's rows may have: every field that a client may write, each part of an object by itself. */
export function importColumns({ draft }: Pick<Resource, 'draft'>): readonly ImportColumn[] {
  const columns = known.get(draft) ?? columnsOf(draft.describe().fields, '', true)
  known.set(draft, columns)
  return columns
}

function columnsOf(fields: SchemaObjectDescription['fields'], within: string, needed: boolean): ImportColumn[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!('tests' in field)) throw new Error(`A column of a Yup ${field.type} is not read yet`)
    const needs = needed && !field.optional && !field.nullable
    if (field.type === 'object') return columnsOf((field as SchemaObjectDescription).fields, `${within}${name}.`, needs)
    const required = needs && (field.type !== 'array' || field.tests.some((test) => test.name === 'min'))
    return [{ name: within + name, label: field.label ?? name, required, reference: referenceOf(field), field }]
  })
}

function referenceOf(field: SchemaFieldDescription): string | null {
  const inner = 'innerType' in field ? (field.innerType as SchemaFieldDescription) : field
  const name: unknown = 'meta' in inner ? Object(inner.meta)['reference'] : undefined
  return typeof name === 'string' ? name : null
}

/** Columns that the console adds to the rows that were not imported; they are passed over when these are imported again. */
export const REJECT_COLUMNS = { line: 'reject.line', reason: 'reject.reason' } as const

/** True for a column that exports have and imports pass over: what the server makes by itself, and why rows were rejected. */
export function isPassedOver({ row, draft }: Pick<Resource, 'row' | 'draft'>, name: string): boolean {
  const [top = ''] = name.split('.')
  const made = Object.hasOwn(row.fields, top) && !Object.hasOwn(draft.fields, top)
  return made || Object.values<string>(REJECT_COLUMNS).includes(name)
}

/** What a file's header says: the column at each place, null for those passed over, and by name what is wrong. */
export function readHeader(
  resource: Pick<Resource, 'row' | 'draft'>,
  names: readonly string[],
): { columns: readonly (ImportColumn | null)[]; faults: ReadonlyMap<string, string> } {
  const columns = importColumns(resource)
  const faults = new Map<string, string>()
  const found = names.map((name, at) => {
    const column = columns.find((each) => each.name === name) ?? null
    if (name === '') faults.set('', `Column ${at + 1} has no name`)
    else if (names.indexOf(name) < at) faults.set(name, `The column ${name} appears twice`)
    else if (column === null && !isPassedOver(resource, name)) faults.set(name, `There is no field ${name} to import into`)
    return column
  })
  for (const { name, required } of columns)
    if (required && !names.includes(name)) faults.set(name, `The column ${name} is missing`)
  return { columns: found, faults }
}

/** The draft that a row's cells make; lists that the file has no column for are empty where a draft needs them. */
export function rowDraft(resource: Pick<Resource, 'draft'>, columns: readonly (ImportColumn | null)[], cells: readonly string[]) {
  const draft: AnyObject = {}
  columns.forEach((column, at) => column !== null && put(draft, column.name, cellValue(column.field, cells[at] ?? '')))
  for (const column of importColumns(resource))
    if (column.field.type === 'array' && !column.field.optional && !columns.includes(column)) put(draft, column.name, [])
  return draft
}

/** The value at a column's place in a draft. */
export function valueAt(draft: AnyObject, { name }: Pick<ImportColumn, 'name'>): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as AnyObject | undefined)?.[part], draft)
}

/** Puts a value at a column's place in a draft; undefined leaves it out. */
export function put(draft: AnyObject, name: string, value: unknown): void {
  if (value === undefined) return
  const [top = '', ...rest] = name.split('.')
  if (rest.length === 0) draft[top] = value
  else put((draft[top] ??= {}) as AnyObject, rest.join('.'), value)
}

/** What no two rows of a file may share, and the field that a second one is refused on. */
export function importKeys(
  { unique, uniqueTogether }: Pick<Resource, 'unique' | 'uniqueTogether'>,
  draft: AnyObject,
): { field: string; key: string }[] {
  const folded = (field: string) =>
    String(draft[field] ?? '')
      .normalize('NFC')
      .toLowerCase()
  const single = unique
    .filter((field) => (draft[field] ?? null) !== null)
    .map((field) => ({ field, key: `${field} ${folded(field)}` }))
  const last = uniqueTogether.at(-1)
  return last === undefined ? single : [...single, { field: last, key: JSON.stringify(uniqueTogether.map(folded)) }]
}

/** Sentence for a row that shares with another one of its file what no two rows may. */
export function repeatedWords(label: string, line: number): string {
  return `${label} is also in line ${line}`
}
