import { bulkDeleteBody, type BulkDeleteOutcome } from '../../contract/bulk'
import { counted, grouped } from '../../contract/grouped'
import { parseListQuery, TOTAL_CAP } from '../../contract/list'
import type { Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { runPartOnce, type IdempotentRequest } from '../http/conditions'
import { invalid, refusal } from '../http/problems'
import { validated } from '../http/body'
import type { Actor } from '../activity/audit'
import { matchingIds } from './list'
import { successorFault } from './reassign'
import { removeRows } from './remove'
import { findRow, notFound } from './table'
import type { Writer } from './write'

/** The rows that a bulk body selects: by ids, or by a filter and the count the client saw. */
interface Target {
  readonly ids?: readonly string[] | undefined
  readonly filter?: object | undefined
  readonly expectedCount?: number | undefined
}

/**
 * Deletes the rows that a bulk body selects; throws 409 `count_changed` when its filter no longer matches `expectedCount` rows. A repeated
 * request deletes the rows that are left of the first one, and gets the answer for all.
 */
export async function bulkRemove(
  writer: Writer,
  body: unknown,
  actor: Actor,
  request: IdempotentRequest | null,
): Promise<BulkDeleteOutcome> {
  const { reassignTo = null, ...target } = validated(bulkDeleteBody(writer.resource), body)
  const ids = await targetIdsOnce(writer, target, 'nothing was deleted', request)
  if (reassignTo !== null)
    await runPartOnce(writer.db, request, 'successor', (tx) => judgeSuccessor(tx, writer.resource, ids, reassignTo))
  return removeRows(writer, ids, { reassignTo, request }, actor)
}

/**
 * Checks the successor before any row: an invalid one would fail every row, one by one. The verdict is kept for a repeated request, whose
 * successor may be deleted by then.
 */
async function judgeSuccessor(
  tx: Queryable,
  resource: Resource,
  ids: readonly string[],
  successor: string,
): Promise<{ readonly successor: string }> {
  if (ids.includes(successor)) throw successorFault(resource)
  if ((await findRow(tx, resource, successor)) === null) throw invalid(new Map([['reassignTo', notFound(resource).message]]))
  return { successor }
}

/**
 * The distinct ids that a bulk body selects. When its filter matches another number by now, throws 409 that ends with the sentence
 * `nothing`.
 */
export async function targetIds(
  { db, resource, hooks }: Omit<Writer, 'db'> & { readonly db: Queryable },
  { ids, filter = {}, expectedCount = 0 }: Target,
  nothing: string,
): Promise<string[]> {
  if (ids !== undefined) return [...new Set(ids)]
  const found = await matchingIds(db, resource, readFilter(resource, filter), TOTAL_CAP, hooks)
  if (found.length === expectedCount) return found
  const { one, many } = resource.nouns
  const nouns = { one: `${one} matches`, many: `${many} match` }
  const matching = found.length > TOTAL_CAP ? `More than ${counted(TOTAL_CAP, nouns)}` : counted(found.length, nouns)
  throw refusal(409, 'count_changed', `${matching} now, not ${grouped(expectedCount)}: ${nothing}`)
}

/** Like `targetIds`; a repeated request gets the rows of the first one, whatever its filter matches by now. */
export async function targetIdsOnce(
  writer: Writer,
  target: Target,
  nothing: string,
  request: IdempotentRequest | null,
): Promise<readonly string[]> {
  if (request === null || target.ids !== undefined) return targetIds(writer, target, nothing)
  return runPartOnce(writer.db, request, 'rows', (tx) => targetIds({ ...writer, db: tx }, target, nothing))
}

/** Parses a filter by the rules of the list's query parameters, without paging and order; throws 422. */
function readFilter(resource: Resource, filter: object) {
  const faults = new Map<string, string>()
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (['page', 'pageSize', 'sort'].includes(name)) faults.set(`filter.${name}`, `${name} is not a filter of this list`)
    else if (values.length > 0 && values.every((each) => typeof each === 'string'))
      for (const each of values) params.append(name, each)
    else faults.set(`filter.${name}`, `${name} must be a text or a list of texts`)
  }
  const parsed = parseListQuery(resource, params)
  for (const { parameter, message } of parsed.faults) faults.set(`filter.${parameter}`, message)
  if (faults.size > 0) throw invalid(faults)
  return parsed.query
}
