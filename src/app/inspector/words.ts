import { chart, labelOf, type ChartStep } from './chart'
import type { Entry, Redacted } from './wire'

const byId = new Map(chart.steps.map((step) => [step.id, step]))

const clockTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** 14:03:07.250 */
export function timeOf(at: number): string {
  return clockTime.format(at)
}

/** Every active state's id, the innermost last. */
export function statesOf({ value }: Pick<Entry, 'value'>): readonly string[] {
  const keys = value.split('.')
  return ['auth', ...keys.map((_, place) => `auth.${keys.slice(0, place + 1).join('.')}`)]
}

/** An event as the log says it. */
export function eventOf(event: string): string {
  return event === '' ? 'start' : labelOf(event)
}

/** A state's short name: `session.refreshing`. */
export function nameOf(id: string): string {
  return id.replace(/^auth\./, '')
}

/** The transitions of a step, as the chart knows them. */
export function takenOf({ transitions }: Entry): readonly ChartStep[] {
  return transitions.flatMap((id) => byId.get(id) ?? [])
}

/** What may happen from a step's states on: inner states first, as the machine asks them. */
export function possibleFrom(entry: Entry): readonly ChartStep[] {
  const states = statesOf(entry)
  return chart.steps.filter(({ from }) => states.includes(from)).toSorted((one, other) => other.from.length - one.from.length)
}

/** Redacted fields one by one, those inside others by their whole path. Times are said as times. */
export function fieldsOf(data: Redacted, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return fieldsOf(value, `${path}${name}.`)
    const isTime = /(^a|A)t$/.test(name) && typeof value === 'number' && value > 0
    const text = isTime ? timeOf(value) : name === 'ttl' ? `${Number(value) / 1000} s` : String(value)
    return [[path + name, text] as const]
  })
}
