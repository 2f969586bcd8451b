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
import { count, folded } from './fields'
import { allOf } from './grouped'
import type { Resource } from './resource'

/** Maximum of rows in one import. */
export const IMPORT_ROWS_MAX = 10_000
/** Maximum of bytes in one import. */
export const IMPORT_BYTES_MAX = 8_388_608

/** Media type of an import's body. */
export const CSV_TYPE = 'text/csv'

/** Query parameter of an import: `true` validates every row and stores none. */
export const DRY_RUN_PARAM = 'dryRun'

/** Path of the call that creates rows from a CSV file, e.g. `/api/v1/sensors/import`. POST; exists for resources with a create call. */
export function importPath(resource: Pick<Resource, 'path'>): string {
  return `${resource.path}/import`
}

/** Answer of an import. A row that fails is reported, and the import continues with the next. */
export const importOutcome = object({
  created: count(0, IMPORT_ROWS_MAX)
    .required()
    .meta({ description: 'Number of rows created; in a dry run, rows that would be created.' }),
  errors: array(
    object({
      line: count(2, 2 ** 31 - 1)
        .required()
        .meta({ description: 'Line where the row begins; the header is line 1.' }),
      field: string().defined().meta({ description: 'Name of the column with the error. Empty: the error is in the whole row.' }),
      message: string().required(),
    }).required(),
  ).required(),
})
export type ImportOutcome = InferType<typeof importOutcome>
export type ImportError = ImportOutcome['errors'][number]

/** A column that an import accepts. */
export interface ImportColumn {
  /** Path of the field: `name`, `care.watering`. */
  readonly name: string
  readonly label: string
  /** Whether a file without the column is refused. */
  readonly required: boolean
  /** Name of the resource that the column refers to, by id or by name; null for other columns. */
  readonly reference: string | null
  readonly field: SchemaDescription
}

/** Cached by draft schema, because every row of a file asks. */
const cached = new WeakMap<object, readonly ImportColumn[]>()

/** The columns that an import accepts: every field of the draft; each part of an object is a column of its own. */
export function importColumns({ draft }: Pick<Resource, 'draft'>): readonly ImportColumn[] {
  const columns = cached.get(draft) ?? columnsOf(draft.describe().fields, '', true)
  cached.set(draft, columns)
  return columns
}

function columnsOf(fields: SchemaObjectDescription['fields'], prefix: string, isRequired: boolean): ImportColumn[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!('tests' in field)) throw new Error(`An import has no column for a field of Yup’s type ${field.type}`)
    const needsValue = isRequired && !field.optional && !field.nullable
    if (field.type === 'object') return columnsOf((field as SchemaObjectDescription).fields, `${prefix}${name}.`, needsValue)
    const required = needsValue && (field.type !== 'array' || field.tests.some((test) => test.name === 'min'))
    return [{ name: prefix + name, label: field.label ?? name, required, reference: referenceOf(field), field }]
  })
}

function referenceOf(field: SchemaFieldDescription): string | null {
  const inner = 'innerType' in field ? (field.innerType as SchemaFieldDescription) : field
  const name: unknown = 'meta' in inner ? Object(inner.meta)['reference'] : undefined
  return typeof name === 'string' ? name : null
}

/** Columns that the console adds to a file of rejected rows; a later import skips them. */
export const REJECT_COLUMNS = { line: 'reject.line', reason: 'reject.reason' } as const

/** Whether an import skips a column: it is derived by the server, or one of `REJECT_COLUMNS`. */
export function isSkippedColumn({ row, draft }: Pick<Resource, 'row' | 'draft'>, name: string): boolean {
  const [top = ''] = name.split('.')
  const isDerived = Object.hasOwn(row.fields, top) && !Object.hasOwn(draft.fields, top)
  return isDerived || Object.values<string>(REJECT_COLUMNS).includes(name)
}

/** Matches a file's header: the column for each position, null for a skipped one, and the errors by column name. */
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
    else if (column === null && !isSkippedColumn(resource, name)) faults.set(name, `The column ${name} is not a known field`)
    return column
  })
  for (const { name, required } of columns)
    if (required && !names.includes(name)) faults.set(name, `The column ${name} is missing`)
  return { columns: found, faults }
}

/** Builds a draft from a row's cells; required lists without a column are empty. */
export function rowDraft(resource: Pick<Resource, 'draft'>, columns: readonly (ImportColumn | null)[], cells: readonly string[]) {
  const draft: AnyObject = {}
  columns.forEach((column, at) => column !== null && setColumn(draft, column.name, cellValue(column.field, cells[at] ?? '')))
  for (const column of importColumns(resource))
    if (column.field.type === 'array' && !column.field.optional && !columns.includes(column)) setColumn(draft, column.name, [])
  return draft
}

/** The value of a column in a draft; undefined when it has none. */
export function valueAt(draft: AnyObject, { name }: Pick<ImportColumn, 'name'>): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as AnyObject | undefined)?.[part], draft)
}

/** Sets the value of a column in a draft; undefined sets nothing. */
export function setColumn(draft: AnyObject, name: string, value: unknown): void {
  if (value === undefined) return
  const [top = '', ...rest] = name.split('.')
  if (rest.length === 0) draft[top] = value
  else setColumn((draft[top] ??= {}) as AnyObject, rest.join('.'), value)
}

/** The keys that must be unique among a file's rows, with the field that reports a duplicate of each, and the labels of all its fields. */
export function importKeys(
  { unique, uniqueTogether, draft: schema }: Pick<Resource, 'unique' | 'uniqueTogether' | 'draft'>,
  draft: AnyObject,
): { field: string; labels: readonly string[]; key: string }[] {
  const labelOf = (field: string) => importColumns({ draft: schema }).find(({ name }) => name === field)?.label ?? field
  const single = unique
    .filter((field) => (draft[field] ?? null) !== null)
    .map((field) => ({ field, labels: [labelOf(field)], key: `${field} ${folded(draft[field])}` }))
  const last = uniqueTogether.at(-1)
  if (last === undefined) return single
  const key = JSON.stringify(uniqueTogether.map((field) => folded(draft[field])))
  return [...single, { field: last, labels: uniqueTogether.map(labelOf), key }]
}

/** Error for a row whose unique value, or values of several fields together, also occur in an earlier line of the file. */
export function repeatedWords(labels: readonly string[], line: number): string {
  return `${allOf(labels)} ${labels.length > 1 ? 'are' : 'is'} also in line ${line}`
}
