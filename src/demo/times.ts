import { DAY_MS } from '../contract/durations'
import { share } from './chance'

const MONTH_MS = 30 * DAY_MS

/** A moment between `nearest` and `furthest` months before `now`, derived from the key. */
export function monthsBefore(now: Date, key: string, nearest: number, furthest: number): Date {
  return new Date(now.getTime() - (nearest + share(`${key} when`) * (furthest - nearest)) * MONTH_MS)
}

/** The moment `seconds` before `now`, in ISO 8601. */
export function secondsBefore(now: Date, seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString()
}
