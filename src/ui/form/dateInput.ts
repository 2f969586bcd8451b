import type { Zone } from '../text/timeWords'

const minute = 60_000

/** A moment as the value of a native datetime input, to the minute. */
export function inputOf(at: number, zone: Zone): string {
  const shift = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * minute
  return new Date(at - shift).toISOString().slice(0, 16)
}

/** The value of a native datetime input in milliseconds since 1970; NaN when empty. */
export function momentOfInput(value: string, zone: Zone): number {
  return zone === 'utc' ? Date.parse(`${value}Z`) : Date.parse(value)
}

/** The label of such an input, with its zone. */
export function zonedLabel(label: string, zone: Zone): string {
  return `${label} (${zone === 'utc' ? 'UTC' : 'local time'})`
}
