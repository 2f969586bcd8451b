import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api, endpointName, type Tag } from './api'
import type { GoneRows } from './gone'
import type { OwnChanges } from './own'
import { renew, type AnswerStore, type Asked, type State } from './renewal'

type TagOf = Tag | { readonly type: Tag; readonly id: string }

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
export function applyChanges(store: AnswerStore, changes: readonly ChangeEvent[], { own, gone }: Known): void {
  const others = changes.filter(({ requestId }) => own.answeredAt(requestId) === null)
  noteGone(store, changes, gone)
  if (others.length > 0) renew(store, touchedBy(tagsOf(others)), 'forgotten')
  const rows = others.filter(({ id, change }) => change === 'deleted' && id !== null)
  // Whoever shows a row that is gone is told by the server's own word.
  if (rows.length > 0) renew(store, (state) => rows.flatMap((row) => rowIn(state, row)), 'forgotten')
  for (const [at, mine] of byAnswer(changes, own)) renew(store, touchedBy(tagsOf(mine), at), 'forgotten')
}

/** Has what shows these devices read anew; what nobody looks at now is read when somebody does. */
export function applyReadings(store: AnswerStore, tags: readonly TagOf[]): void {
  renew(store, touchedBy(tags), 'kept')
}

/** Has everything that is looked at read anew. */
export function applyReset(store: AnswerStore, { gone }: Known): void {
  const everything = (state: State) => touchedBy(Object.keys(state.api.provided.tags) as Tag[])(state)
  doubt(everything(store.getState()), gone)
  renew(store, everything, 'forgotten')
}

/** Whole seconds since the oldest answer was asked for; 0 when there is none. */
export function ageOf(state: State, now: number): number {
  const times = Object.values(state.api.queries).flatMap((query) => query?.startedTimeStamp ?? [])
  return Math.max(0, Math.ceil((now - Math.min(now, ...times)) / 1000))
}

/** Whose answers provide these tags; `before`: only what was asked for earlier than that, ms since 1970. */
function touchedBy(tags: readonly TagOf[], before = Infinity): (state: State) => Asked[] {
  return (state) =>
    api.util
      .selectInvalidatedBy(state, tags)
      .filter(({ queryCacheKey }) => (state.api.queries[queryCacheKey]?.startedTimeStamp ?? 0) < before)
}

function rowIn(state: State, { area, id }: ChangeEvent): Asked[] {
  const all = id === null ? [] : touchedBy([{ type: area as Tag, id }])(state)
  return all.filter((asked) => asked.endpointName === endpointName('get', area))
}

function noteGone({ getState }: AnswerStore, changes: readonly ChangeEvent[], gone: GoneRows): void {
  for (const { area, id, change } of changes) {
    if (change !== 'deleted') continue
    if (id === null) doubt(touchedBy([area as Tag])(getState()), gone)
    else gone.note(id)
  }
}

/** Rows that are shown, and of which nobody says whether they are still there: each is called by the argument that it was asked for with. */
function doubt(all: readonly Asked[], gone: GoneRows): void {
  for (const { originalArgs } of all) if (typeof originalArgs === 'string') gone.note(originalArgs)
}

function byAnswer(changes: readonly ChangeEvent[], own: OwnChanges): Map<number, ChangeEvent[]> {
  const mine = new Map<number, ChangeEvent[]>()
  for (const change of changes) {
    const at = own.answeredAt(change.requestId)
    if (at !== null) mine.set(at, [...(mine.get(at) ?? []), change])
  }
  return mine
}
