import type { Environment, SharedStore } from '../../../src/ui/environment/Environment'

/** Creates a store that lives as long as the test. */
export function memoryStore(entries: Readonly<Record<string, string>> = {}): SharedStore {
  const stored = new Map(Object.entries(entries))
  const listeners = new Map<() => void, string>()
  const tell = (key: string) => listeners.forEach((of, listen) => of === key && listen())
  const set = (key: string, value: string) => {
    stored.set(key, value)
    tell(key)
  }
  return {
    get: (key) => stored.get(key) ?? null,
    set,
    remove(key) {
      stored.delete(key)
      tell(key)
    },
    change: (key, work) => set(key, work(stored.get(key) ?? null)),
    watch(key, listen) {
      listeners.set(listen, key)
      return () => listeners.delete(listen)
    },
  }
}

/**
 * Starts a browser timer. Ignores timers of 5 s and more, after which e.g. toasts disappear: a test on a busy machine may look later than a
 * person would. Tests of the disappearance use a manual clock.
 */
export function later(ms: number, work: () => void): () => void {
  if (ms >= 5000) return () => undefined
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Makes an environment with the browser's clock, new stores, and downloads that go nowhere; a test replaces the parts it checks. */
export function testEnvironment(changes: Partial<Environment> = {}): Environment {
  return {
    now: () => Date.now(),
    later,
    tabStorage: memoryStore(),
    browserStorage: memoryStore(),
    download: () => undefined,
    savesData: false,
    imageOrigins: [],
    registration: 'open',
    passwordMin: 6,
    ...changes,
  }
}

/** Makes an environment whose clock stands until `advance` moves it and runs the timers that fall due; call it inside `act`. */
export function manualEnvironment(start: number): { readonly environment: Environment; advance(ms: number): void } {
  let time = start
  let waiting: { readonly at: number; readonly work: () => void }[] = []
  return {
    environment: testEnvironment({
      now: () => time,
      later(ms, work) {
        const entry = { at: time + ms, work }
        waiting.push(entry)
        return () => {
          waiting = waiting.filter((other) => other !== entry)
        }
      },
    }),
    advance(ms) {
      const end = time + ms
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        waiting = waiting.filter((entry) => entry !== next)
        time = next.at
        next.work()
      }
      time = end
    },
  }
}
