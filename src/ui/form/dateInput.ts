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

/** The error of an input that `partlyTyped` finds. */
export const ENTER_BOTH = 'Enter date and time'

/** The datetime inputs of a form that have only a part of a moment: their value is empty, and typing a part sends no event. */
export function partlyTyped(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[type="datetime-local"]') ?? [])].filter(
    ({ validity }) => validity.badInput,
  )
}
