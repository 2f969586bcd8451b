import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api } from './api'
import type { ApiExtra } from './extra'
import type { StreamEvent } from './eventStream'
import { createLiveStream, type Listener, type LiveState, type LiveStream } from './liveStream'
import { applyChanges, applyReadings, applyReset, cacheAgeS, readingTags, type AnswerStore, type State } from './liveTags'

export type { LiveState } from './liveStream'

/** Milliseconds to collect events before they are applied together. */
const BATCH_MS = 60
/** Minimum milliseconds between two refetches: while another user imports rows, pages must not refetch continuously. */
const REFETCH_EVERY_MS = 500
/** RTK Query's state lists a page's requests this many milliseconds late. A reading waits as long, so that only what is shown is refetched. */
const SHOWN_AFTER_MS = 500
/** Minimum milliseconds between two refetches of the dashboard's counts for readings. */
const COUNTS_EVERY_MS = 10_000

/** Creates the stream that keeps the cache up to date. The caller sends it `shown` and `hidden`, and finally stops it. */
export function liveStream(
  onState: (state: LiveState) => void,
  inspect?: Listener['inspect'],
): ThunkAction<LiveStream, State, ApiExtra, UnknownAction> {
  return (dispatch, getState, extra) => {
    const onEvent = eventBatcher({ dispatch, getState }, extra)
    return createLiveStream(extra, {
      onState,
      onEvent,
      cacheAgeS: () => cacheAgeS(getState(), extra.now()),
      inspect,
    })
  }
}

/** Collects events briefly and applies them together, so that a bulk change causes one refetch. */
function eventBatcher(store: AnswerStore, { sleep, ownChanges, deletedRows }: ApiExtra): (event: StreamEvent) => void {
  const pageChanges = { ownChanges, deletedRows }
  let batch: StreamEvent[] = []
  let isCountsRefetchDue = false
  let pause = Promise.resolve()
  let countsPause = Promise.resolve()

  function apply(): void {
    const all = batch
    batch = []
    pause = sleep(REFETCH_EVERY_MS)
    if (all.some(({ type }) => type === 'reset')) return void applyReset(store, pageChanges)
    const changes = all.flatMap((event): ChangeEvent[] => (event.type === 'change' ? [event.change] : []))
    const readings = all.flatMap((event): ReadingsEvent[] => (event.type === 'readings' ? [event.readings] : []))
    if (changes.length > 0) applyOnceAnswered(changes)
    if (readings.length > 0) void sleep(SHOWN_AFTER_MS).then(() => applyAllReadings(readings))
  }

  /**
   * A change by this user may come from this page. Only the answers to the page's calls tell, so changes with unanswered calls wait for
   * them.
   */
  function applyOnceAnswered(changes: readonly ChangeEvent[]): void {
    const calls = store.dispatch(api.util.getRunningMutationsThunk())
    const isOpen = ({ requestId }: ChangeEvent) => requestId !== undefined && ownChanges.answeredAt(requestId) === null
    const open = calls.length === 0 ? [] : changes.filter(isOpen)
    applyChanges(
      store,
      changes.filter((change) => !open.includes(change)),
      pageChanges,
    )
    if (open.length > 0) void Promise.all(calls).then(() => applyChanges(store, open, pageChanges))
  }

  function applyAllReadings(readings: readonly ReadingsEvent[]): Promise<void> {
    refetchCounts()
    return applyReadings(store, readingTags(readings))
  }

  /** Refetches the counts for readings at intervals, and once more after the last reading. */
  function refetchCounts(): void {
    if (isCountsRefetchDue) return
    isCountsRefetchDue = true
    void countsPause.then(() => {
      isCountsRefetchDue = false
      countsPause = sleep(COUNTS_EVERY_MS)
      return applyReadings(store, [{ type: 'Analytics' }])
    })
  }
  return (event) => {
    batch.push(event)
    if (batch.length === 1) void Promise.all([sleep(BATCH_MS), pause]).then(apply)
  }
}
