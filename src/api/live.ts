import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ChangeEvent, ReadingsEvent } from '../contract/events'
import type { ApiExtra } from './extra'
import { createGoneRows } from './gone'
import { createLiveStream, type Heard, type LiveState, type LiveStream } from './liveStream'
import { ageOf, applyChanges, applyReadings, applyReset, readingTags } from './liveTags'
import { createOwnChanges } from './own'
import type { AppDispatch, AppStore } from './store'

export type { LiveState } from './liveStream'

type State = ReturnType<AppStore['getState']>

/** Time for what comes together to be taken together, ms. */
const TOGETHER_MS = 60
/** Least time between two countings of the dashboard for readings, ms. */
const COUNT_EVERY_MS = 10_000

/** Makes the stream that keeps the store's answers up to date; start it, and stop it when nobody looks. */
export function liveStream(onState: (state: LiveState) => void): ThunkAction<LiveStream, State, ApiExtra, UnknownAction> {
  return (dispatch: AppDispatch, getState, extra) => {
    const take = taker(dispatch, getState, extra)
    return createLiveStream(extra, { onState, onHeard: take, age: () => ageOf(getState(), extra.now()) })
  }
}

/** Takes what is heard, a moment later and all of it at once: a bulk change is one reading anew. */
function taker(
  dispatch: AppDispatch,
  getState: () => State,
  { sleep, now, own = createOwnChanges(), gone = createGoneRows() }: ApiExtra,
): (heard: Heard) => void {
  let waiting: Heard[] = []
  let countedAt = 0

  function apply(): void {
    const all = waiting
    waiting = []
    if (all.some(({ type }) => type === 'reset')) return applyReset(dispatch, getState, { own, gone })
    const changes = all.flatMap((heard): ChangeEvent[] => (heard.type === 'change' ? [heard.change] : []))
    const readings = all.flatMap((heard): ReadingsEvent[] => (heard.type === 'readings' ? [heard.readings] : []))
    if (changes.length > 0) applyChanges(dispatch, getState, changes, { own, gone })
    if (readings.length === 0) return undefined
    const counts = now() - countedAt >= COUNT_EVERY_MS
    if (counts) countedAt = now()
    return applyReadings(dispatch, getState, counts ? [...readingTags(readings), 'Analytics'] : readingTags(readings))
  }
  return (heard) => {
    waiting.push(heard)
    if (waiting.length === 1) void sleep(TOGETHER_MS).then(apply)
  }
}
