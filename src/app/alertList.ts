import type { AlertItem } from '../ui/overlay/Alert'

/** The alerts on the page; lives outside React so that the network layer can add to it. */
export interface AlertList {
  /** Shows an alert. One that is shown already is counted, but not within a second: one cause may fail many requests. */
  add(alert: Omit<AlertItem, 'id'>, call?: string): void
  /** Removes alerts of calls that have all succeeded since. */
  succeeded(call: string): void
  dismiss(id: string): void
  /** Removes alerts that were visible for a while, after a navigation. Recent ones stay: they may explain the navigation. */
  age(): void
  /** Removes all alerts. */
  clear(): void
  /** Newest first; referentially stable until something changes. */
  read(): readonly AlertItem[]
  subscribe(listener: () => void): () => void
}

/** Maximum of alerts at once; the oldest are dropped. */
const ALERTS_MAX = 5
/** Milliseconds that an alert stays before a navigation removes it. */
const READ_MS = 3000
/** Milliseconds within which the same alert is not counted again. */
const SAME_WITHIN_MS = 1000

interface TimedAlert extends AlertItem {
  readonly at: number
  /** The failed calls that raised it, and undefined for anything else. */
  readonly calls: Set<string | undefined>
}

/** `now`: milliseconds since 1970. */
export function createAlertList(now: () => number): AlertList {
  let items: readonly TimedAlert[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const setItems = (next: readonly TimedAlert[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    add(alert, call) {
      const same = items.find(({ message, tone }) => message === alert.message && tone === alert.tone)
      const calls = (same?.calls ?? new Set()).add(call)
      // The absolute difference, so that a clock that was set back does not silence alerts until it catches up.
      if (same !== undefined && Math.abs(now() - same.at) < SAME_WITHIN_MS) return
      last += 1
      const item = { ...alert, id: String(last), at: now(), calls, ...(same && { count: (same.count ?? 1) + 1 }) }
      setItems([item, ...items.filter((other) => other !== same)].slice(0, ALERTS_MAX))
    },
    succeeded(call) {
      for (const { calls } of items) calls.delete(call)
      const open = items.filter(({ calls }) => calls.size > 0)
      if (open.length < items.length) setItems(open)
    },
    dismiss: (id) => setItems(items.filter((item) => item.id !== id)),
    age() {
      const recent = items.filter(({ at }) => now() - at < READ_MS)
      if (recent.length < items.length) setItems(recent)
    },
    clear() {
      if (items.length > 0) setItems([])
    },
    read: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
