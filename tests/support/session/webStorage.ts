import type { WebStorage } from '../../../src/auth/ports'

/** A tab's store, in memory; `entries` shows its content. */
export interface MemoryStorage extends WebStorage {
  readonly entries: ReadonlyMap<string, string>
  /** Every write so far, in order: `set token`, `remove token`, `clear`. */
  readonly log: readonly string[]
}

/** Creates a store that behaves as the browser's, with room for `capacity` characters. */
export function createStorage(initial: Readonly<Record<string, string>> = {}, capacity = Infinity): MemoryStorage {
  const entries = new Map(Object.entries(initial))
  const log: string[] = []
  const used = () => [...entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    entries,
    log,
    get length() {
      return entries.size
    },
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      const before = entries.get(key)
      const size = used() - (before === undefined ? 0 : key.length + before.length)
      if (size + key.length + value.length > capacity) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      log.push(`set ${key}`)
      entries.set(key, value)
    },
    removeItem(key) {
      if (entries.delete(key)) log.push(`remove ${key}`)
    },
    clear() {
      log.push('clear')
      entries.clear()
    },
  }
}

/** Creates a store that refuses everything, as when all cookies are blocked. */
export function createBlockedStorage(): WebStorage {
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  return {
    get length() {
      return refuse()
    },
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
    clear: refuse,
  }
}
