import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { nameOf } from '../model/reference'
import { capitalized, enumerated } from '../model/words'

/** Rows that a confirmation names. */
export const ROWS_NAMED = 5

/** "Attic, Barn and 12 more": the titles of the first rows, and the number of the others of `count`. */
export function namesOf(resource: AnyResource, rows: readonly AnyRow[], count: number): string {
  const names = rows.slice(0, ROWS_NAMED).map((row) => nameOf(resource, row))
  return capitalized(enumerated(names, count))
}
