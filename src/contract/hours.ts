import type { AnyObject, TestConfig } from 'yup'
import { text } from './fields'

/** A time of day in 24-hour format, e.g. `22:00`. */
export function timeOfDay() {
  return text(5).matches(/^([01]\d|2[0-3]):[0-5]\d$/, '${label} must be a time such as 22:00')
}

/** Requires both times of a day or neither, and different ones. */
export function hoursBetween(from: string, to: string): TestConfig<AnyObject> {
  return {
    name: 'hours',
    test: ({ [from]: start = null, [to]: end = null }: AnyObject, context) => {
      if ((start === null) !== (end === null))
        return context.createError({ path: start === null ? from : to, message: 'Enter both times, or neither' })
      return (
        start === null ||
        start !== end ||
        context.createError({ path: to, message: 'The hours must not begin and end at the same time' })
      )
    },
  }
}

/** An IANA time zone name. */
export function timeZone() {
  return text(60).test('zone', '${label} must be a time zone such as Europe/Zurich', (value) => value == null || isZone(value))
}

/** Rejects offsets such as +01:00: they have no daylight saving time. */
function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
