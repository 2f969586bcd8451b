import type { Clock } from '../../../src/auth/ports'

/** A clock that stands still until the test moves it, and then runs every timer on its way. */
export interface VirtualClock extends Clock {
  /** Moves on by `ms`, running the timers that fall due and all that follows from them. */
  advance(ms: number): Promise<void>
  /** Runs everything that does not wait for a timer. */
  idle(): Promise<void>
  /** Moves on until `work` is settled; returns its result. */
  run<T>(work: Promise<T>): Promise<T>
  /** Milliseconds until the next timer that was set for at most `longest`; null: none. */
  nextWithin(longest: number): number | null
  /** Number of pending timers. */
  pending(): number
}

interface Timer {
  readonly at: number
  /** The duration for which it was set. */
  readonly ms: number
  readonly work: () => void
}

/** Resolves once all queued promises and tasks have run. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Creates a virtual clock that starts at `start`, in milliseconds since 1970. */
export function createVirtualClock(start = Date.UTC(2026, 10, 20)): VirtualClock {
  let time = start
  let count = 0
  const timers = new Map<number, Timer>()

  function later(ms: number, work: () => void): () => void {
    if (ms > 2 ** 31 - 1) throw new Error(`A browser would fire this timer at once: ${ms} ms`)
    const id = (count += 1)
    timers.set(id, { at: time + Math.max(ms, 0), ms, work })
    return () => void timers.delete(id)
  }

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = () => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = later(ms, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      signal?.addEventListener('abort', stop)
    })
  }

  function takeNext(until: number): (() => void) | null {
    let next: [number, Timer] | null = null
    for (const entry of timers) if (entry[1].at <= until && (next === null || entry[1].at < next[1].at)) next = entry
    if (next === null) return null
    timers.delete(next[0])
    time = next[1].at
    return next[1].work
  }

  async function advance(ms: number): Promise<void> {
    const end = time + ms
    await idle()
    for (let work = takeNext(end); work !== null; work = takeNext(end)) {
      work()
      await idle()
    }
    time = end
  }

  async function run<T>(work: Promise<T>): Promise<T> {
    const state = { isSettled: false }
    const watched = work.finally(() => {
      state.isSettled = true
    })
    for (let i = 0; i < 10_000 && !state.isSettled; i += 1) await advance(10)
    return watched
  }

  function nextWithin(longest: number): number | null {
    const moments = [...timers.values()].filter(({ ms }) => ms <= longest).map(({ at }) => at - time)
    return moments.length === 0 ? null : Math.max(Math.min(...moments), 0)
  }

  return { run, now: () => time, later, sleep, advance, idle, nextWithin, pending: () => timers.size }
}
