// The words are made without `Intl`, for the reason given in numberWords.ts.

/** The time zone of times: the user's own or UTC. */
export type Zone = 'local' | 'utc'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

/** The units, each with the next finer one; "just now" stands for no minute. */
const units = [
  { unit: 'year', size: year, finer: month },
  { unit: 'month', size: month, finer: day },
  { unit: 'day', size: day, finer: hour },
  { unit: 'hour', size: hour, finer: minute },
  { unit: 'minute', size: minute, finer: minute },
] as const

/** "3 minutes ago", "in 2 hours"; about a minute around now "just now". */
export function relativeWords(at: number, now: number): string {
  const counted = countedUnit(at, now)
  if (counted === null) return 'just now'
  const words = `${counted.count} ${counted.unit}${counted.count === 1 ? '' : 's'}`
  return at > now ? `in ${words}` : `${words} ago`
}

/** Milliseconds until `relativeWords` changes. */
export function untilWordsChange(at: number, now: number): number {
  const counted = countedUnit(at, now)
  if (counted === null) return at - now + minute
  const { count, size, finer } = counted
  if (at <= now) return (count + 1) * size - (now - at)
  return at - now - (count === 1 ? size - finer / 2 : (count - 0.5) * size)
}

/**
 * The unit of the words, and how many of it; null for "just now". The past counts whole units; the future counts to the nearest, so that
 * what ends a day after a click reads "in 1 day" a second later.
 */
function countedUnit(at: number, now: number) {
  const distance = Math.abs(at - now)
  const ahead = at > now
  const found = units.find(({ size, finer }) => (ahead ? distance > size - finer / 2 : distance >= size))
  if (found === undefined) return null
  const exact = distance / found.size
  return { ...found, count: ahead ? Math.ceil(exact - 0.5) : Math.floor(exact) }
}

/** "20 Nov 2026, 08:15:00 UTC": a full moment with its zone. */
export function absoluteWords(at: number, zone: Zone): string {
  return `${shortWords(at, zone)}:${twoDigits(wallClock(at, zone).getUTCSeconds())} UTC${offsetWords(offsetMinutes(at, zone))}`
}

/**
 * "20 Nov 2026, 08:15–08:20 UTC": a stretch of at most a day, to the second where it is shorter than a minute. Both ends have the offset of
 * its start, also when clocks change in it.
 */
export function stretchWords(from: number, to: number, zone: Zone): string {
  const seconds = (at: number) => (to - from < minute ? `:${twoDigits(new Date(at).getUTCSeconds())}` : '')
  const offset = offsetMinutes(from, zone)
  const end = clockWords(to + offset * minute, 'utc')
  return `${shortWords(from, zone)}${seconds(from)}–${end}${seconds(to)} UTC${offsetWords(offset)}`
}

/** "20 Nov 2026, 08:15": a moment for a column. */
export function shortWords(at: number, zone: Zone): string {
  const wall = wallClock(at, zone)
  return `${wall.getUTCDate()} ${monthName(wall).slice(0, 3)} ${wall.getUTCFullYear()}, ${clockWords(at, zone)}`
}

/** "Friday, 20 November 2026". */
export function dayWords(at: number, zone: Zone): string {
  const wall = wallClock(at, zone)
  return `${weekdays[wall.getUTCDay()] ?? ''}, ${wall.getUTCDate()} ${monthName(wall)} ${wall.getUTCFullYear()}`
}

/** "08:15", for use beside a date. */
export function clockWords(at: number, zone: Zone): string {
  const wall = wallClock(at, zone)
  return `${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`
}

/** The name of the user's own zone: "Europe/Zurich". Slow at its first call, as everything of `Intl`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(' ')

function monthName(wall: Date): string {
  return months[wall.getUTCMonth()] ?? ''
}

/** A date whose UTC fields are what a clock in the zone shows. */
function wallClock(at: number, zone: Zone): Date {
  return new Date(at + offsetMinutes(at, zone) * minute)
}

/** Minutes that the zone's clocks are ahead of UTC. */
function offsetMinutes(at: number, zone: Zone): number {
  return zone === 'utc' ? 0 : -new Date(at).getTimezoneOffset()
}

/** "+1", "−3:30"; empty for UTC itself. */
function offsetWords(offset: number): string {
  if (offset === 0) return ''
  const minutes = Math.abs(offset) % 60
  return `${offset < 0 ? '−' : '+'}${Math.floor(Math.abs(offset) / 60)}${minutes === 0 ? '' : `:${twoDigits(minutes)}`}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
