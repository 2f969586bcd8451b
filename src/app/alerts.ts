import type { AlertItem } from '../ui/overlay/Alert'

/** The alerts that are on the page now; lives outside React so that the network layer can add to it. */
export interface AlertList {
  add(alert: Omit<AlertItem, 'id'>): void
  dismiss(id: string): void
  /** Takes away what has been there for a while: the user moved on. What has just come stays, it may be why they were moved. */
  age(): void
  /** Newest first; the same array until something changes. */
  read(): readonly AlertItem[]
  subscribe(listener: () => void): () => void
}

/** More than these at once are noise: the oldest go. */
const MOST = 5
/** Milliseconds an alert must have been shown before moving on takes it away. */
const READ_MS = 3000

interface TimedAlert extends AlertItem {
  readonly at: number
}

/** `now`: milliseconds since 1970. */
export function createAlertList(now: () => number): AlertList {
  let items: readonly TimedAlert[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const become = (next: readonly TimedAlert[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    add(alert) {
      const same = items.find(({ message, tone }) => message === alert.message && tone === alert.tone)
      last += 1
      const item = { ...alert, id: String(last), at: now(), ...(same && { count: (same.count ?? 1) + 1 }) }
      become([item, ...items.filter((other) => other !== same)].slice(0, MOST))
    },
    dismiss: (id) => become(items.filter((item) => item.id !== id)),
    age() {
      const recent = items.filter(({ at }) => now() - at < READ_MS)
      if (recent.length < items.length) become(recent)
    },
    read: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
