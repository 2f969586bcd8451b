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

/** Time for what comes together to be taken together, ms. */
const TOGETHER_MS = 60
/** Least time between two times that what is told is taken, ms: while somebody imports rows, nobody else reads without a pause. */
const TAKE_EVERY_MS = 500
/** Least time between two countings of the dashboard for readings, ms. */
const COUNT_EVERY_MS = 10_000

/** Makes the stream that keeps the store's answers up to date: tell it whether the page can be seen, and stop it in the end. */
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

/** Takes what is heard, a moment later and all of it at once: a bulk change is one reading anew. */
function taker(
  store: AnswerStore,
  { sleep, ownChanges = createOwnChanges(), deletedRows = createDeletedRows() }: ApiExtra,
): (heard: StreamEvent) => void {
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
    const changes = all.flatMap((heard): ChangeEvent[] => (heard.type === 'change' ? [heard.change] : []))
    const readings = all.flatMap((heard): ReadingsEvent[] => (heard.type === 'readings' ? [heard.readings] : []))
    if (changes.length > 0) judge(changes)
    if (readings.length === 0) return undefined
    count()
    return applyReadings(store, readingTags(readings))
  }

  /** This user's changes may be this page's own, which is told by the answers to its calls: those are waited for. */
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

  /** Counts for readings now and then, and once more after the last of them. */
  function count(): void {
    if (isCounting) return
    isCounting = true
    void countingRest.then(() => {
      isCounting = false
      countingRest = sleep(COUNT_EVERY_MS)
      applyReadings(store, ['Analytics'])
    })
  }
  return (heard) => {
    waiting.push(heard)
    if (waiting.length === 1) void Promise.all([sleep(TOGETHER_MS), rest]).then(apply)
  }
}
