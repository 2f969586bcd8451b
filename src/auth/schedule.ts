/** Timing of the session's refresh, in milliseconds. */

/** Minimum between two refreshes of a tab, however short a token's lifetime. */
export const REFRESH_PAUSE_MS = 10_000

const BACKOFF_MAX_MS = 60_000
const HEARTBEAT_MIN_MS = 1_000
const HEARTBEAT_MAX_MS = 30_000

/** How long before its expiry a token is refreshed: a tenth of its lifetime, 5 s to 60 s. */
export function marginOf(ttl: number): number {
  return clamp(ttl / 10, 5_000, 60_000)
}

/** Delay of the next clock check; short, because a long timer may fire late or, beyond 2³¹ ms, at once. */
export function heartbeatOf(dueAt: number, now: number): number {
  return clamp(dueAt - now, HEARTBEAT_MIN_MS, HEARTBEAT_MAX_MS)
}

/** Delay of the next attempt after consecutive failures: 1, 2, 4 … 60 s, or what the server asks for. */
export function backoffOf(failures: number, retryAfterS = 0): number {
  return Math.max(Math.min(1_000 * 2 ** (failures - 1), BACKOFF_MAX_MS), retryAfterS * 1_000)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
