import type { UnknownAction } from '@reduxjs/toolkit'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api, deletionTag, tagsOfUpdate, type Tag } from './api'
import type { DeletedRows } from './deletedRows'
import type { OwnChanges } from './ownChanges'
import type { AppStore } from './store'

/** The store with the cached answers. */
export type AnswerStore = Pick<AppStore, 'dispatch' | 'getState'>
export type State = ReturnType<AppStore['getState']>

type TagOf = { readonly type: Tag; readonly id?: string }
/** A cached query and its argument. */
type CachedQuery = ReturnType<typeof api.util.selectInvalidatedBy>[number]

/** What the page knows of changes: the ones that it made itself, and the deleted rows. */
export interface PageChanges {
  readonly ownChanges: OwnChanges
  readonly deletedRows: DeletedRows
}

const groups = ['HumidityGroup', 'TemperatureGroup', 'LightGroup'] as const

/** The areas that show the name or the range of an area's rows, or count them. */
const related: Readonly<Partial<Record<Tag, readonly Tag[]>>> = {
  Gateway: ['Sensor', 'GatewayHardware', 'GatewayFirmware', 'AlertRule'],
  Sensor: ['Gateway', 'Plant', ...groups],
  Plant: ['Sensor', 'AlertRule', 'PlantRequest', ...groups],
  ...Object.fromEntries(groups.map((group) => [group, ['Plant', 'Sensor', 'AlertRule']])),
  GatewayHardware: ['Gateway', 'GatewayFirmware', 'Rollout'],
  GatewayFirmware: ['Gateway', 'Rollout'],
  Rollout: ['GatewayFirmware'],
  NotificationChannel: ['AlertRule'],
  AlertRule: ['NotificationChannel'],
  Alert: ['AlertRule'],
  // Requests of one name count each other.
  PlantRequest: ['PlantRequest'],
  Troubleshoot: ['Plant'],
  // The signed-in user's own data, too: an address that was confirmed elsewhere, a factor that a colleague removed.
  User: ['Invitation', 'Account', 'Factors', 'Session', 'Alert', 'PlantRequest', 'Rollout'],
}

/**
 * The tags that changes invalidate: the area's lists, the rows, the related areas, the activity, and of the dashboard what they can change.
 * Deleted rows are not refetched.
 */
function tagsOf(changes: readonly ChangeEvent[]): TagOf[] {
  return changes.flatMap(({ area, id, change }): TagOf[] => {
    // An area's name is also its tag; an area that this console does not know has no tag.
    const type = area as Tag
    const rows: TagOf[] = id === null ? [{ type }] : [{ type, id: 'LIST' }, ...(change === 'deleted' ? [] : [{ type, id }])]
    const others = (related[type] ?? []).map((other) => ({ type: other }))
    return [
      ...rows,
      ...others,
      { type: 'Activity' },
      ...(change === 'updated' ? tagsOfUpdate(type) : [{ type: 'Analytics' } as const]),
    ]
  })
}

/** The tags of the pages that show a deleted row. */
function deletionTags(changes: readonly ChangeEvent[]): TagOf[] {
  return changes.flatMap(({ area, id, change }) => (change === 'deleted' && id !== null ? [deletionTag(area as Tag, id)] : []))
}

/** The tags of the devices whose readings or derived states changed. */
export function readingTags(all: readonly ReadingsEvent[]): TagOf[] {
  return all.flatMap(({ area, ids }): TagOf[] =>
    ids === null ? [{ type: area as Tag }] : ids.map((id) => ({ type: area as Tag, id })),
  )
}

/**
 * Refetches answers affected by other users' changes, once the calls in flight are answered. For this page's own changes, which its calls
 * have refetched, only if an answer was requested before the change was answered.
 */
export function applyChanges(
  store: AnswerStore,
  changes: readonly ChangeEvent[],
  { ownChanges, deletedRows }: PageChanges,
): void {
  const others = changes.filter(({ requestId }) => ownChanges.answeredAt(requestId) === null)
  recordDeletions(store, changes, deletedRows)
  // A page that shows a deleted row refetches it, and gets the server's 404.
  invalidate(store, [...tagsOf(others), ...deletionTags(others)])
  for (const [answeredAt, own] of byAnswerTime(changes, ownChanges)) void invalidateOlder(store, tagsOf(own), answeredAt)
}

/** Refetches the shown answers about these devices; the others are refetched when they are shown. */
export async function applyReadings(store: AnswerStore, tags: readonly TagOf[]): Promise<void> {
  await queriesAnswered(store)
  const state = store.getState()
  const isShown = ({ queryCacheKey }: CachedQuery) => Object.keys(state.api.subscriptions[queryCacheKey] ?? {}).length > 0
  for (const query of api.util.selectInvalidatedBy(state, tags)) if (isShown(query)) repeatQuery(store, query)
}

/** Refetches every shown answer. */
export async function applyReset(store: AnswerStore, { deletedRows }: PageChanges): Promise<void> {
  await queriesAnswered(store)
  const tags = Object.keys(store.getState().api.provided.tags).map((type) => ({ type: type as Tag }))
  notePossiblyDeleted(store, tags, deletedRows)
  invalidate(store, tags)
}

/** Whole seconds since the oldest answer was requested; 0 without any. */
export function cacheAgeS(state: State, now: number): number {
  const times = Object.values(state.api.queries).flatMap((query) => query?.startedTimeStamp ?? [])
  return Math.max(0, Math.ceil((now - Math.min(now, ...times)) / 1000))
}

/** Refetches the shown answers with these tags, and drops the others from the cache. RTK Query waits until no call is in flight. */
function invalidate({ dispatch }: AnswerStore, tags: readonly TagOf[]): void {
  // RTK Query takes a tag for a mistake unless an endpoint has declared it, and this area may not be loaded.
  api.enhanceEndpoints({ addTagTypes: tags.map(({ type }) => type) })
  dispatch(api.util.invalidateTags([...tags]))
}

/** Invalidates the tags if an answer with one of them was requested before `time`, in milliseconds since 1970. */
async function invalidateOlder(store: AnswerStore, tags: readonly TagOf[], time: number): Promise<void> {
  await queriesAnswered(store)
  const state = store.getState()
  const isOlder = ({ queryCacheKey }: CachedQuery) => (state.api.queries[queryCacheKey]?.startedTimeStamp ?? time) < time
  if (api.util.selectInvalidatedBy(state, tags).some(isOlder)) invalidate(store, tags)
}

async function queriesAnswered({ dispatch }: AnswerStore): Promise<void> {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()))
}

/** The part of an endpoint that repeats a query. */
interface Endpoint {
  initiate(arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }): UnknownAction
}

function repeatQuery({ dispatch }: AnswerStore, { endpointName, originalArgs }: CachedQuery): void {
  const { [endpointName]: endpoint } = api.endpoints as unknown as Readonly<Record<string, Endpoint>>
  if (endpoint !== undefined) dispatch(endpoint.initiate(originalArgs, { subscribe: false, forceRefetch: true }))
}

function recordDeletions(store: AnswerStore, changes: readonly ChangeEvent[], deletedRows: DeletedRows): void {
  for (const { area, id, change } of changes) {
    if (change !== 'deleted') continue
    if (id === null) notePossiblyDeleted(store, [{ type: area as Tag }], deletedRows)
    else deletedRows.note(id)
  }
}

/** Notes the tagged rows as possibly deleted, because the event does not name them. A row's id is its query's argument. */
function notePossiblyDeleted({ getState }: AnswerStore, tags: readonly TagOf[], deletedRows: DeletedRows): void {
  for (const { originalArgs } of api.util.selectInvalidatedBy(getState(), tags))
    if (typeof originalArgs === 'string') deletedRows.note(originalArgs)
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
