import type { Environment, KeyValueStore } from '../../src/ui/Environment'

/** A store that lives as long as the test. */
export function memoryStore(entries: Readonly<Record<string, string>> = {}): KeyValueStore {
  const kept = new Map(Object.entries(entries))
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }
}

/** The browser's clock and timers, stores of the test's own, and downloads that go nowhere; a test replaces what it looks at. */
export function testEnvironment(changes: Partial<Environment> = {}): Environment {
  return {
    now: () => Date.now(),
    later(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    tabStorage: memoryStore(),
    keptStorage: memoryStore(),
    download: () => undefined,
    savesData: false,
    ...changes,
  }
}
