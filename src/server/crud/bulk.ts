import { bulkDeleteBody, type BulkOutcome } from '../../contract/bulk'
import { parseListQuery, TOTAL_CAP } from '../../contract/list'
import type { Resource } from '../../contract/resource'
import { refusal } from '../problems'
import { invalid, validated } from '../validate'
import type { Actor } from './hooks'
import { matchingIds } from './list'
import { removeRows } from './remove'
import type { Writer } from './write'

/** Deletes the rows that a bulk body names; throws 409 `count_changed` when its filter no longer matches as many as were shown. */
export async function bulkRemove(writer: Writer, body: unknown, actor: Actor): Promise<BulkOutcome> {
  const { ids, filter, expectedCount } = validated(bulkDeleteBody, body)
  return removeRows(writer, ids ?? (await expectedIds(writer, filter ?? {}, expectedCount ?? 0)), actor)
}

export async function expectedIds({ db, resource, hooks }: Writer, filter: object, expectedCount: number): Promise<string[]> {
  const ids = await matchingIds(db, resource, readFilter(resource, filter), TOTAL_CAP, hooks)
  if (ids.length === expectedCount) return ids
  const found = ids.length > TOTAL_CAP ? `more than ${TOTAL_CAP}` : `${ids.length}`
  throw refusal(409, 'count_changed', `${found} ${resource.nouns.many} match now, not ${expectedCount}: nothing was deleted`)
}

/** Reads a filter by the rules of the list's own parameters; paging and order have no place in it. */
function readFilter(resource: Resource, filter: object) {
  const faults = new Map<string, string>()
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (['page', 'pageSize', 'sort'].includes(name)) faults.set(`filter.${name}`, `${name} is not a filter of this list`)
    else if (values.length > 0 && values.every((each) => typeof each === 'string'))
      for (const each of values) params.append(name, each)
    else faults.set(`filter.${name}`, `${name} is a text or several`)
  }
  const parsed = parseListQuery(resource, params)
  for (const { parameter, message } of parsed.faults) faults.set(`filter.${parameter}`, message)
  if (faults.size > 0) throw invalid(faults)
  return parsed.query
}
