import type { UnknownAction } from '@reduxjs/toolkit'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api, type Tag } from './api'
import type { GoneRows } from './gone'
import type { OwnChanges } from './own'
import type { AppDispatch, AppStore } from './store'

type State = ReturnType<AppStore['getState']>
type TagOf = Tag | { readonly type: Tag; readonly id: string }
type Asked = ReturnType<typeof api.util.selectInvalidatedBy>[number]

/** Any query's way to ask anew. */
interface Endpoint {
  initiate(arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }): UnknownAction
}

/** What a page knows of the changes: which it made itself, and which rows are gone. */
export interface Known {
  readonly own: OwnChanges
  readonly gone: GoneRows
}

/** What the changes touch: the area's lists, the rows, and the dashboard where there are more or fewer. Of a row that is gone nothing is asked. */
export function tagsOf(changes: readonly ChangeEvent[]): TagOf[] {
  return changes.flatMap(({ area, id, change }): TagOf[] => {
    // An area is called as its tags are; one that this console does not know has none.
    const type = area as Tag
    const rows: TagOf[] = id === null ? [type] : [{ type, id: 'LIST' }, ...(change === 'deleted' ? [] : [{ type, id }])]
    return change === 'updated' ? rows : [...rows, 'Analytics']
  })
}

/** What readings touch: whatever shows these devices. */
export function readingTags(all: readonly ReadingsEvent[]): TagOf[] {
  return all.flatMap(({ area, ids }): TagOf[] => (ids === null ? [area as Tag] : ids.map((id) => ({ type: area as Tag, id }))))
}

/** Has what others changed read anew; what this page changed itself, only where it has not been read anew since. */
export function applyChanges(
  dispatch: AppDispatch,
  getState: () => State,
  changes: readonly ChangeEvent[],
  { own, gone }: Known,
): void {
  const others = changes.filter(({ requestId }) => own.answeredAt(requestId) === null)
  noteGone(getState, changes, gone)
  if (others.length > 0) dispatch(api.util.invalidateTags(tagsOf(others)))
  // Whoever shows a row that is gone is told by the server's own word.
  for (const { area, id, change } of others)
    if (change === 'deleted' && id !== null)
      // The store tells a while late who looks at what: a page that has just been opened counts as well.
      for (const asked of api.util.selectInvalidatedBy(getState(), [{ type: area as Tag, id }]))
        if (asked.endpointName === `get${area}`) askAnew(dispatch, asked)
  for (const [at, mine] of byAnswer(changes, own))
    refetch(
      dispatch,
      getState,
      tagsOf(mine),
      ({ queryCacheKey }) => (getState().api.queries[queryCacheKey]?.startedTimeStamp ?? at) < at,
    )
}

/** Has what shows these devices read anew; what nobody looks at now is read when somebody does. */
export function applyReadings(dispatch: AppDispatch, getState: () => State, tags: readonly TagOf[]): void {
  refetch(dispatch, getState, tags, () => true)
}

/** Has everything that is looked at read anew. */
export function applyReset(dispatch: AppDispatch, getState: () => State, { gone }: Known): void {
  const tags = Object.keys(getState().api.provided.tags) as Tag[]
  doubt(getState, tags, gone)
  refetch(dispatch, getState, tags, () => true)
}

/** Whole seconds since the oldest answer was asked for; null when there is none. */
export function ageOf(state: State, now: number): number | null {
  const times = Object.values(state.api.queries).flatMap((query) => query?.startedTimeStamp ?? [])
  return times.length === 0 ? null : Math.max(0, Math.ceil((now - Math.min(...times)) / 1000))
}

function noteGone(getState: () => State, changes: readonly ChangeEvent[], gone: GoneRows): void {
  for (const { area, id, change } of changes) {
    if (change !== 'deleted') continue
    if (id === null) doubt(getState, [area as Tag], gone)
    else gone.note(id)
  }
}

/** Rows that are shown, and of which nobody says whether they are still there: each is called by the argument that it was asked for with. */
function doubt(getState: () => State, tags: readonly Tag[], gone: GoneRows): void {
  for (const { originalArgs } of api.util.selectInvalidatedBy(getState(), tags))
    if (typeof originalArgs === 'string') gone.note(originalArgs)
}

function byAnswer(changes: readonly ChangeEvent[], own: OwnChanges): Map<number, ChangeEvent[]> {
  const mine = new Map<number, ChangeEvent[]>()
  for (const change of changes) {
    const at = own.answeredAt(change.requestId)
    if (at !== null) mine.set(at, [...(mine.get(at) ?? []), change])
  }
  return mine
}

function refetch(dispatch: AppDispatch, getState: () => State, tags: readonly TagOf[], isDue: (asked: Asked) => boolean): void {
  for (const asked of api.util.selectInvalidatedBy(getState(), tags)) {
    const isWatched = Object.keys(getState().api.subscriptions[asked.queryCacheKey] ?? {}).length > 0
    if (isWatched && isDue(asked)) askAnew(dispatch, asked)
  }
}

function askAnew(dispatch: AppDispatch, { endpointName, originalArgs }: Asked): void {
  const { [endpointName]: endpoint } = api.endpoints as unknown as Readonly<Record<string, Endpoint>>
  if (endpoint !== undefined) dispatch(endpoint.initiate(originalArgs, { subscribe: false, forceRefetch: true }))
}
