import { isSet, isRestorable, type DeletionPreview } from '../../contract/bulk'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'

/** Previews a deletion from the fields of loaded rows, as the server previews that of others. */
export function previewOf(resource: AnyResource, rows: readonly AnyRow[]): DeletionPreview {
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
