import type { Delivery } from '../../contract/channelCalls'

/** Milliseconds between two requests for a channel's messages. They are polled, because the server sends no live event when one is added or delivered. */
export const POLL_MS = 30_000
/** The shortest pause, while a message is due. */
export const DUE_POLL_MS = 3_000

/**
 * Milliseconds until a channel's messages are requested again: when the next of them is due, but neither earlier than `DUE_POLL_MS` nor later
 * than `POLL_MS`, as after a failed request. `rows`: undefined when the latest request failed.
 */
export function pollingOf(rows: readonly Delivery[] = [], now: number): number {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  const pauses = waiting.map(({ nextAt }) => (nextAt === null ? 0 : Date.parse(nextAt) - now))
  return Math.max(DUE_POLL_MS, Math.min(POLL_MS, ...pauses))
}
