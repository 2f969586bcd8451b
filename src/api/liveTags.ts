import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api, endpointName, type Tag } from './api'
import type { DeletedRows } from './deletedRows'
import type { OwnChanges } from './ownChanges'
import { refetch, type AnswerStore, type CachedQuery, type State } from './refetch'

type TagOf = Tag | { readonly type: Tag; readonly id: string }

/** What the page knows of changes: the ones that it made itself, and the deleted rows. */
export interface PageChanges {
  readonly ownChanges: OwnChanges
  readonly deletedRows: DeletedRows
}

/**
 * The tags that changes invalidate: the area's lists, the rows, the activity, and for creations and deletions the dashboard. Deleted rows
 * are not refetched.
 */
function tagsOf(changes: readonly ChangeEvent[]): TagOf[] {
  return changes.flatMap(({ area, id, change }): TagOf[] => {
    // An area's name is also its tag; an area that this console does not know has no tag.
    const type = area as Tag
    const rows: TagOf[] = id === null ? [type] : [{ type, id: 'LIST' }, ...(change === 'deleted' ? [] : [{ type, id }])]
    return change === 'updated' ? [...rows, 'Activity'] : [...rows, 'Activity', 'Analytics']
  })
}

/** The tags of the devices that reported. */
export function readingTags(all: readonly ReadingsEvent[]): TagOf[] {
  return all.flatMap(({ area, ids }): TagOf[] => (ids === null ? [area as Tag] : ids.map((id) => ({ type: area as Tag, id }))))
}

/**
 * Refetches answers affected by other users' changes; for this page's own changes, only answers requested before the change was answered.
 */
export function applyChanges(
  store: AnswerStore,
  changes: readonly ChangeEvent[],
  { ownChanges, deletedRows }: PageChanges,
): void {
  const others = changes.filter(({ requestId }) => ownChanges.answeredAt(requestId) === null)
  recordDeletions(store, changes, deletedRows)
  if (others.length > 0) refetch(store, answersTagged(tagsOf(others)), 'remove')
  const rows = others.filter(({ id, change }) => change === 'deleted' && id !== null)
  // A page that shows a deleted row refetches it, and gets the server's 404.
  if (rows.length > 0) refetch(store, (state) => rows.flatMap((row) => rowIn(state, row)), 'remove')
  for (const [answeredAt, own] of byAnswerTime(changes, ownChanges))
    refetch(store, answersTagged(tagsOf(own), answeredAt), 'remove')
}

/** Refetches the answers on screen that show these devices; the others are refetched when they are shown. */
export function applyReadings(store: AnswerStore, tags: readonly TagOf[]): void {
  refetch(store, answersTagged(tags), 'keep')
}

/** Refetches every answer on screen. */
export function applyReset(store: AnswerStore, { deletedRows }: PageChanges): void {
  const everything = (state: State) => answersTagged(Object.keys(state.api.provided.tags) as Tag[])(state)
  notePossiblyDeleted(everything(store.getState()), deletedRows)
  refetch(store, everything, 'remove')
}

/** Whole seconds since the oldest answer was requested; 0 without any. */
export function cacheAgeS(state: State, now: number): number {
  const times = Object.values(state.api.queries).flatMap((query) => query?.startedTimeStamp ?? [])
  return Math.max(0, Math.ceil((now - Math.min(now, ...times)) / 1000))
}

/** Selects the cached answers that provide these tags; `before`: only those requested earlier, in milliseconds since 1970. */
function answersTagged(tags: readonly TagOf[], before = Infinity): (state: State) => CachedQuery[] {
  return (state) =>
    api.util
      .selectInvalidatedBy(state, tags)
      .filter(({ queryCacheKey }) => (state.api.queries[queryCacheKey]?.startedTimeStamp ?? 0) < before)
}

function rowIn(state: State, { area, id }: ChangeEvent): CachedQuery[] {
  const all = id === null ? [] : answersTagged([{ type: area as Tag, id }])(state)
  return all.filter((query) => query.endpointName === endpointName('get', area))
}

function recordDeletions({ getState }: AnswerStore, changes: readonly ChangeEvent[], deletedRows: DeletedRows): void {
  for (const { area, id, change } of changes) {
    if (change !== 'deleted') continue
    if (id === null) notePossiblyDeleted(answersTagged([area as Tag])(getState()), deletedRows)
    else deletedRows.note(id)
  }
}

/** Notes all selected rows as possibly deleted, because the event does not name them. A row's id is its query's argument. */
function notePossiblyDeleted(all: readonly CachedQuery[], deletedRows: DeletedRows): void {
  for (const { originalArgs } of all) if (typeof originalArgs === 'string') deletedRows.note(originalArgs)
}

/** This page's own changes, grouped by the time at which their call was answered. */
function byAnswerTime(changes: readonly ChangeEvent[], ownChanges: OwnChanges): Map<number, ChangeEvent[]> {
  const groups = new Map<number, ChangeEvent[]>()
  for (const change of changes) {
    const answeredAt = ownChanges.answeredAt(change.requestId)
    if (answeredAt !== null) groups.set(answeredAt, [...(groups.get(answeredAt) ?? []), change])
  }
  return groups
}
