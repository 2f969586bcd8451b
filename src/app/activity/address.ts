import { parseActivityQuery, type ActivityQuery } from '../../contract/activity'
import { getActivity } from '../../crud/history/activityApi'
import type { ApiDispatch } from '../../crud/model/reference'

/** The part of an address's query that filters the entries: it identifies the answer. */
export function filterOf({ area, rowId, actor, action, requestId, from, to, q }: ActivityQuery) {
  return { area, rowId, actor, action, requestId, from, to, q }
}

/** Requests the latest entries at an address. */
export function startActivity(dispatch: ApiDispatch, search: string): void {
  const filter = filterOf(parseActivityQuery(new URLSearchParams(search)).query)
  void dispatch(getActivity.initiate(filter, { subscribe: false }))
}
