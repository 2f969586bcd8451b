import type { WebStorage } from '../../../src/auth/ports'

/** A store of one tab, in memory; `entries` shows what lies in it. */
export interface MemoryStorage extends WebStorage {
  readonly entries: ReadonlyMap<string, string>
  /** Every write so far, in order: `set token`, `remove token`, `clear`. */
  readonly log: readonly string[]
}

/** As the browser's, with room for `capacity` characters. */
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

/** A store that exists but refuses everything, as with all cookies blocked. */
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
