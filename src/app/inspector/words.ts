import type { Chart, ChartStep } from './chart'
import { labelOf, type Entry, type Redacted } from './messages'

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

/** The ids of all active states and their ancestors. */
export function statesOf({ id }: Pick<Chart, 'id'>, { value }: Pick<Entry, 'value'>): readonly string[] {
  return value.split(' ').flatMap((leaf) => {
    const keys = [id, ...leaf.split('.')]
    return keys.map((_, place) => keys.slice(0, place + 1).join('.'))
  })
}

/** A machine's title in a list: `manyRows` becomes “many rows”; the session's has a title other than its file's name. */
export function titleOf(machine: string): string {
  return machine === 'auth' ? 'session' : machine.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** An event as shown in the log. */
export function eventOf(event: string): string {
  return event === '' ? 'start' : labelOf(event)
}

/** A state's id without the machine's: `session.refreshing`. */
export function nameOf(id: string): string {
  return id.replace(/^\w+\./, '')
}

/** The chart's transitions of a step. */
export function transitionsOf({ steps }: Chart, { transitions }: Entry): readonly ChartStep[] {
  return transitions.flatMap((taken) => steps.find(({ id }) => id === taken) ?? [])
}

/**
 * The transitions possible after a step: inner states first, in the machine's order. An event that an inner state takes without a guard
 * never reaches the states around it.
 */
export function possibleFrom(chart: Chart, entry: Entry): readonly ChartStep[] {
  const states = statesOf(chart, entry)
  const steps = chart.steps.filter(({ from }) => states.includes(from))
  const isTakenInside = ({ event, from }: ChartStep) =>
    steps.some((inner) => inner.event === event && inner.guard === '' && inner.from.startsWith(`${from}.`))
  return steps.filter((step) => !isTakenInside(step)).toSorted((one, other) => other.from.length - one.from.length)
}

/** Redacted fields one by one, nested ones by path. Times are formatted. */
export function fieldsOf(data: Redacted, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return fieldsOf(value, `${path}${name}.`)
    const isTime = name.endsWith('At') && typeof value === 'number' && value > 0
    const text = isTime ? timeOf(value) : name === 'ttl' ? `${Number(value) / 1000} s` : String(value)
    return [[path + name, text] as const]
  })
}
