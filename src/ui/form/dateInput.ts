import type { Zone } from '../text/timeWords'

const minute = 60_000

/** A moment as a native input of date and time holds it, to the minute. */
export function inputOf(at: number, zone: Zone): string {
  const shift = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * minute
  return new Date(at - shift).toISOString().slice(0, 16)
}

/** What such an input holds, in milliseconds since 1970; NaN while it is empty. */
export function momentOfInput(value: string, zone: Zone): number {
  return zone === 'utc' ? Date.parse(`${value}Z`) : Date.parse(value)
}
