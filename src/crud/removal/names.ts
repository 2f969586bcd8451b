import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import { grouped } from '../../ui/text/numberWords'
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource, AnyStandardArea } from '../model/declaration'
import { nameOf } from '../model/reference'
import { capitalized, counted, enumerated } from '../model/words'

/** Rows that a confirmation names. */
export const ROWS_NAMED = 5

/** "Attic, Barn and 12 more": the titles of the first rows, and the number of the others of `count`. */
export function namesOf(area: AnyStandardArea, rows: readonly AnyRow[], count: number): string {
  const names = rows.slice(0, ROWS_NAMED).map((row) => nameOf(area.resource, row))
  return capitalized(enumerated(names, count))
}

/** "5 sensors deleted", and how many of them cannot be restored. */
export function removedWords({ nouns }: AnyResource, removed: number, restorable: number): string {
  const final = removed - restorable
  const some = final > 0 && restorable > 0 ? `, ${grouped(final)} of them for good` : ''
  return `${counted(removed, nouns)} deleted${some}`
}

/** ", Average takes over"; empty without a successor. */
export function successionWords(successor: ComboboxOption | null): string {
  return successor === null ? '' : `, ${successor.label} takes over`
}
