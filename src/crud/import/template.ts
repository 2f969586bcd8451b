import { importColumns, type ImportColumn } from '../../contract/import'
import { firstRows } from '../../contract/list'
import { resourceNamed } from '../../contract/resource'
import type { CsvFormat } from '../model/csv'
import { csvFile } from '../model/csvFile'
import type { AnyResource, Declaration } from '../model/declaration'
import { nameOf, readPage, type ApiDispatch } from '../model/reference'

/** A template to fill in: a header with the required columns first, and an example row. */
export async function templateFile(
  area: Pick<Declaration, 'resource' | 'blank' | 'form' | 'example'>,
  dispatch: ApiDispatch,
  format: CsvFormat,
): Promise<Blob> {
  const columns = importColumns(area.resource).toSorted((one, other) => Number(other.required) - Number(one.required))
  const cells = await Promise.all(columns.map(async (column) => [column.name, await exampleOf(area, column, dispatch)] as const))
  return csvFile([Object.fromEntries(cells)], format)
}

type Cell = string | number | boolean | null

async function exampleOf(
  { blank, form, example }: Parameters<typeof templateFile>[0],
  column: ImportColumn,
  dispatch: ApiDispatch,
): Promise<Cell> {
  const { name, required, reference } = column
  const sample: unknown = example?.[name] ?? blank[name]
  if (typeof sample === 'string' || typeof sample === 'number' || typeof sample === 'boolean') return sample
  if (!required) return null
  if (reference === null) return anyValue(column)
  const offer = form.flatMap(({ fields }) => fields).find((field) => field.name === name)?.offer ?? {}
  return firstName(resourceNamed(reference) as unknown as AnyResource, offer, dispatch)
}

/** The title of a row that a form would offer; empty when there is none, or when the request fails, which an alert says. */
async function firstName(
  resource: AnyResource,
  filter: Readonly<Record<string, readonly string[]>>,
  dispatch: ApiDispatch,
): Promise<string> {
  const query = firstRows(resource, 1, { filter })
  const page = await readPage(dispatch, resource, query).catch(() => null)
  const [row] = page?.result ?? []
  return row === undefined ? '' : nameOf(resource, row)
}

/** A valid value for a required column without an example: the first choice, the minimum, no, or the label. */
function anyValue({ label, field }: ImportColumn): Cell {
  if (field.type === 'boolean') return false
  if (field.type === 'number') return Number(field.tests.find(({ name }) => name === 'min')?.params?.['min'] ?? 0)
  const word = field.oneOf.find((each) => typeof each === 'string')
  return typeof word === 'string' ? word : label
}
