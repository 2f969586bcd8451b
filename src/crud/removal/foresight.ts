import { isSet, isRestorable, type DeletionPreview } from '../../contract/bulk'
import { grouped } from '../../ui/text/numberWords'
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { counted, enumerated } from '../model/words'

/** Previews a deletion from the rows' own fields. */
export function foreseen(resource: AnyResource, rows: readonly AnyRow[]): DeletionPreview {
  const { usedBy } = resource
  const counts = usedBy.filter(({ nouns }) => nouns !== undefined)
  const sumOf = (field: string) => rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)
  return {
    total: rows.length,
    used: rows.filter((row) => usedBy.some(({ field }) => isSet(row[field]))).length,
    undeletable: rows.filter((row) => usedBy.some(({ field, lasting }) => lasting && isSet(row[field]))).length,
    final: rows.filter((row) => !isRestorable(resource, row)).length,
    users: Object.fromEntries(counts.map(({ field }) => [field, sumOf(field)])),
  }
}

/** "3 of the 5 humidity groups are used by 31 plants"; null when none is in use. */
export function usedWords({ usedBy, nouns }: AnyResource, { total, used, users }: DeletionPreview): string | null {
  if (used === 0) return null
  const by = usedBy.flatMap(({ field, nouns }) => {
    const count = users[field] ?? 0
    return nouns === undefined || count === 0 ? [] : [counted(count, nouns)]
  })
  const of = used === total ? counted(total, nouns) : `${grouped(used)} of the ${counted(total, nouns)}`
  const verb = used === 1 ? 'is' : 'are'
  return by.length === 0 ? `${of} ${verb} kept` : `${of} ${verb} used by ${enumerated(by)}`
}

/** A sentence on whether the deletion can be undone. */
export function finalWords({ total, final }: Pick<DeletionPreview, 'total' | 'final'>): string {
  if (final === 0) return 'It can be undone right afterwards.'
  if (final === total) return 'This cannot be undone.'
  return `${grouped(final)} of them cannot be brought back.`
}
