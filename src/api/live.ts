import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import { api } from './api'
import type { ApiExtra } from './extra'
import { createDeletedRows } from './deletedRows'
import type { StreamEvent } from './eventStream'
import { createLiveStream, type Listener, type LiveState, type LiveStream } from './liveStream'
import { ageOf, applyChanges, applyReadings, applyReset, readingTags } from './liveTags'
import { createOwnChanges } from './ownChanges'
import type { AnswerStore, State } from './refetch'

export type { LiveState } from './liveStream'

/** Milliseconds to collect events before they are applied together. */
const TOGETHER_MS = 60
/** Minimum milliseconds between two refetches: while another user imports rows, pages must not refetch continuously. */
const TAKE_EVERY_MS = 500
/** Minimum milliseconds between two refetches of the dashboard's counts for readings. */
const COUNT_EVERY_MS = 10_000

/** Creates the stream that keeps the cache up to date. The caller sends it `shown` and `hidden`, and finally stops it. */
export function liveStream(
  onState: (state: LiveState) => void,
  inspect?: Listener['inspect'],
): ThunkAction<LiveStream, State, ApiExtra, UnknownAction> {
  return (dispatch, getState, extra) => {
    const take = taker({ dispatch, getState }, extra)
    return createLiveStream(extra, {
      onState,
      onEvent: take,
      age: () => ageOf(getState(), extra.now()),
      inspect,
    })
  }
}

/** Collects events briefly and applies them together, so that a bulk change causes one refetch. */
function taker(
  store: AnswerStore,
  { sleep, ownChanges = createOwnChanges(), deletedRows = createDeletedRows() }: ApiExtra,
): (event: StreamEvent) => void {
  const known = { ownChanges, deletedRows }
  let waiting: StreamEvent[] = []
  let isCounting = false
  let rest = Promise.resolve()
  let countingRest = Promise.resolve()

  function apply(): void {
    const all = waiting
    waiting = []
    rest = sleep(TAKE_EVERY_MS)
    if (all.some(({ type }) => type === 'reset')) return applyReset(store, known)
    const changes = all.flatMap((event): ChangeEvent[] => (event.type === 'change' ? [event.change] : []))
    const readings = all.flatMap((event): ReadingsEvent[] => (event.type === 'readings' ? [event.readings] : []))
    if (changes.length > 0) judge(changes)
    if (readings.length === 0) return undefined
    count()
    return applyReadings(store, readingTags(readings))
  }

  /**
   * A change by this user may come from this page. Only the answers to the page's calls tell, so changes with unanswered calls wait for
   * them.
   */
  function judge(changes: readonly ChangeEvent[]): void {
    const calls = store.dispatch(api.util.getRunningMutationsThunk())
    const isOpen = ({ requestId }: ChangeEvent) => requestId !== undefined && ownChanges.answeredAt(requestId) === null
    const open = calls.length === 0 ? [] : changes.filter(isOpen)
    applyChanges(
      store,
      changes.filter((change) => !open.includes(change)),
      known,
    )
    if (open.length > 0) void Promise.all(calls).then(() => applyChanges(store, open, known))
  }

  /** Refetches the counts for readings at intervals, and once more after the last reading. */
  function count(): void {
    if (isCounting) return
    isCounting = true
    void countingRest.then(() => {
      isCounting = false
      countingRest = sleep(COUNT_EVERY_MS)
      applyReadings(store, ['Analytics'])
    })
  }
  return (event) => {
    waiting.push(event)
    if (waiting.length === 1) void Promise.all([sleep(TOGETHER_MS), rest]).then(apply)
  }
}
