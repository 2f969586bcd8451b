import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { capitalized, enumerated } from '../words'

/** How many rows a confirmation names. */
export const NAMED = 5

/** "Attic, Barn and 12 more": the first rows by name, and how many others of `count` there are. */
export function namesOf(area: AnyStandardArea, rows: readonly AnyRow[], count: number): string {
  const names = rows.slice(0, NAMED).map((row) => nameOf(area.resource, row))
  const more = count - names.length
  return capitalized(enumerated(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names))
}
