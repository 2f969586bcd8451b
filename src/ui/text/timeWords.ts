/** The time zone of times: the user's own or UTC. */
export type Zone = 'local' | 'utc'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const units = [
  ['year', year],
  ['month', month],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** "3 minutes ago", "in 2 hours"; below a minute "just now". */
export function relativeWords(at: number, now: number): string {
  const distance = Math.abs(at - now)
  const [unit, size] = units.find(([, length]) => distance >= length) ?? []
  if (unit === undefined || size === undefined) return 'just now'
  return relative.format(Math.sign(at - now) * Math.floor(distance / size), unit)
}

/** Milliseconds until `relativeWords` changes. */
export function untilWordsChange(at: number, now: number): number {
  const distance = Math.abs(at - now)
  const size = units.find(([, length]) => distance >= length)?.[1] ?? minute
  const past = distance % size
  return at > now ? past + 1 : size - past
}

/** "20 Nov 2026, 08:15:00 UTC": a full moment with its zone. */
export function absoluteWords(at: number, zone: Zone): string {
  return format('full', zone).format(at)
}

/** "20 Nov 2026, 08:15": a moment for a column. */
export function shortWords(at: number, zone: Zone): string {
  return format('short', zone).format(at)
}

/** "Friday, 20 November 2026". */
export function dayWords(at: number, zone: Zone): string {
  return format('day', zone).format(at)
}

/** "08:15", for use beside a date. */
export function clockWords(at: number, zone: Zone): string {
  return format('clock', zone).format(at)
}

const clock = { hour: '2-digit', minute: '2-digit' } as const
const short = { day: 'numeric', month: 'short', year: 'numeric', ...clock } as const
const looks = {
  short,
  full: { ...short, second: '2-digit', timeZoneName: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  clock,
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const formats = new Map<string, Intl.DateTimeFormat>()

function format(look: keyof typeof looks, zone: Zone): Intl.DateTimeFormat {
  const key = `${zone} ${look}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', { ...looks[look], ...(zone === 'utc' ? { timeZone: 'UTC' } : {}) })
  formats.set(key, format)
  return format
}
