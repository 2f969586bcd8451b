import sql from 'sql-template-tag'
import type { AnyObject } from 'yup'
import { ID_PATTERN } from '../../contract/fields'
import { setColumn, valueAt, type ImportColumn } from '../../contract/import'
import { resourceNamed, type Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { tableOf } from './table'

/** The rows that a name matches. */
interface Named {
  readonly wanted: string
  readonly id: string
  readonly total: number
}

/** The rows that names match, by resource and name. */
export type NamedRows = ReadonlyMap<string, ReadonlyMap<string, Named>>

type ReferenceColumn = ImportColumn & { readonly reference: string }

/** The columns that contain ids or names of other rows. */
export function referenceColumns(columns: readonly (ImportColumn | null)[]): ReferenceColumn[] {
  return columns.filter((column): column is ReferenceColumn => column !== null && column.reference !== null)
}

/** Finds the rows that drafts refer to by name, with one query per resource. */
export async function findNamed(
  db: Queryable,
  columns: readonly ReferenceColumn[],
  drafts: readonly AnyObject[],
): Promise<NamedRows> {
  const wanted = new Map<string, Set<string>>()
  for (const column of columns) {
    const names = wanted.get(column.reference) ?? new Set()
    for (const draft of drafts) for (const text of textsOf(valueAt(draft, column))) if (!ID_PATTERN.test(text)) names.add(text)
    wanted.set(column.reference, names)
  }
  const found = new Map<string, ReadonlyMap<string, Named>>()
  for (const [name, names] of wanted) found.set(name, await rowsNamed(db, resourceNamed(name), [...names]))
  return found
}

async function rowsNamed(db: Queryable, resource: Resource, names: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  if (names.length === 0) return new Map()
  const { view, column } = tableOf(resource)
  const { rows } = await db.query<Named>(sql`
    select wanted, min(v.id::text) as id, count(*) as total
    from unnest(${names}::text[]) as wanted join ${view} v on folded(${column(resource.title)}::text) = folded(wanted)
    group by wanted`)
  return new Map(rows.map((row) => [row.wanted, row]))
}

/** Replaces names by ids in a draft; returns a message for each column with a name that matches no row or several. */
export function putIds(draft: AnyObject, columns: readonly ReferenceColumn[], found: NamedRows): Map<string, string> {
  const faults = new Map<string, string>()
  for (const column of columns) {
    const { nouns } = resourceNamed(column.reference)
    const idOf = (text: unknown): unknown => {
      if (typeof text !== 'string' || ID_PATTERN.test(text)) return text
      const { id, total = 0 } = found.get(column.reference)?.get(text) ?? {}
      if (total !== 1)
        faults.set(
          column.name,
          total === 0
            ? `There is no ${nouns.one} called ${shortened(text)}`
            : `${total} ${nouns.many} are called ${shortened(text)}: use the id`,
        )
      return id
    }
    const value = valueAt(draft, column)
    setColumn(draft, column.name, Array.isArray(value) ? value.map(idOf) : idOf(value))
  }
  return faults
}

/** Shortens a cell for a message. No name is longer than 210 characters, but a cell may be. */
function shortened(text: string): string {
  return text.length > 210 ? `${text.slice(0, 210)}…` : text
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((text): text is string => typeof text === 'string')
}
