/** When a session refreshes, in milliseconds. */

/** Fewest milliseconds between two refreshes of a tab, however short a token lives. */
export const APART_MS = 10_000

const BACKOFF_MAX_MS = 60_000
const HEARTBEAT_MIN_MS = 1_000
const HEARTBEAT_MAX_MS = 30_000

/** How long before its end a token is refreshed: a tenth of its life, 5 s to 60 s. */
export function marginOf(ttl: number): number {
  return clamp(ttl / 10, 5_000, 60_000)
}

/** Until the next look at the clock; short, since one long timer may sleep too long or, past 2³¹ ms, fire at once. */
export function heartbeatOf(dueAt: number, now: number): number {
  return clamp(dueAt - now, HEARTBEAT_MIN_MS, HEARTBEAT_MAX_MS)
}

/** Until the next attempt after `failures` in a row: 1, 2, 4 … 60 s, or what the server asks for. */
export function backoffOf(failures: number, retryAfterS = 0): number {
  return Math.max(Math.min(1_000 * 2 ** (failures - 1), BACKOFF_MAX_MS), retryAfterS * 1_000)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
