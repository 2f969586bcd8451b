import type { BulkEditFailure } from '../../../machines/bulkEditMachine'
import { readOnce } from '../../api/readOnce'
import type { ListQuery } from '../../contract/list'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { problemOf } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { ROWS_NAMED } from '../removal/names'

/** Refetches the number of rows that match a query, and the first of them. */
export async function fetchMatching(
  dispatch: ApiDispatch,
  resource: AnyResource,
  query: ListQuery,
): Promise<{ readonly count: number; readonly rows: readonly AnyRow[] }> {
  const first = { ...query, page: 1, pageSize: ROWS_NAMED + 1 }
  const { result, meta } = await readOnce(dispatch(crudCalls(resource).list.initiate(first, { forceRefetch: true })))
  return { count: meta.total, rows: result }
}

/** A call that is sent. */
export interface Answer<Data> {
  readonly unwrap: () => Promise<Data>
}

/** Unwraps a call's answer; rejects with a `BulkEditFailure`, by which the machine decides. */
export function answerOf<Data>({ unwrap }: Answer<Data>): Promise<Data> {
  return unwrap().catch((error: unknown) => Promise.reject<Data>(failureOf(error)))
}

/** Why a bulk call failed. When the number of rows that match has changed, asks about the new one. */
function failureOf(error: unknown): BulkEditFailure {
  const { code, message } = problemOf(error)
  const recounted = code === 'count_changed'
  return { message: recounted ? `${message}. Is this still what you mean?` : message, recounted }
}
