import { MEASURES, type Measure, type Speeds } from './load'

/** The layout with which all others are compared. */
const BASE = 'PostgreSQL'

/** A goal: a layout's requests or readings a second as a share of those of the base. */
interface Goal {
  readonly layout: string
  readonly measure: Measure
  readonly least: number
}

const GOALS: readonly Goal[] = [
  { layout: '3 processes', measure: 'page of sensors', least: 2.2 },
  { layout: 'PgBouncer', measure: 'page of sensors', least: 0.85 },
  { layout: 'Citus, 2 workers', measure: 'curve of a day, usual sensor', least: 1 / 1.5 },
  { layout: 'Citus, 2 workers', measure: 'ingest', least: 0.6 },
]

/** Speeds in a house with this many readings. */
export interface Sized {
  readonly readings: number
  readonly speeds: Speeds
}

const NAME = 22
const CELL = 22

/** The lines of what was measured: shares of the base, processor time as a multiple of its, growth, and goals. */
export function linesOf(sizes: readonly Sized[]): string[] {
  return [
    ...sizes.flatMap(ofSize),
    ...growth(sizes),
    ...verdictsOf(sizes).map(({ goal, share, isReached }) => {
      return `${nameOf(goal)}: ${shown(share, 2)}, goal ${shown(goal.least, 2)}: ${isReached ? 'reached' : 'not reached'}`
    }),
  ]
}

/** The goals that were not reached at the largest size. */
export function missedOf(sizes: readonly Sized[]): string[] {
  return verdictsOf(sizes).flatMap(({ goal, isReached }) => (isReached ? [] : [nameOf(goal)]))
}

function ofSize({ readings, speeds }: Sized): string[] {
  const base = speeds.get(BASE)
  if (base === undefined) throw new Error(`Nothing was measured of ${BASE}`)
  const count = readings.toLocaleString('en')
  const rows = (of: (name: string, measure: Measure) => string) => [
    line('', MEASURES),
    ...[...speeds.keys()].map((name) =>
      line(
        name,
        MEASURES.map((measure) => of(name, measure)),
      ),
    ),
  ]
  return [
    `\n${count} readings: requests and readings a second`,
    ...rows((name, measure) => shown(speeds.get(name)?.[measure].perSecond, 0)),
    `\n${count} readings: the same as a share of ${BASE}`,
    ...rows((name, measure) => shown(shareOf(speeds, name, measure), 2)),
    ...(hasProcessor(speeds)
      ? [
          `\n${count} readings: processor time as a multiple of that of ${BASE}`,
          ...rows((name, measure) => shown((speeds.get(name)?.[measure].cpu ?? Number.NaN) / base[measure].cpu, 2)),
        ]
      : []),
  ]
}

/** By processor time where it is known: elapsed time says little on a machine that became busier. */
function growth(sizes: readonly Sized[]): string[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (small === undefined || large === undefined || small === large) return []
  const isKnown = [small, large].every(({ speeds }) => hasProcessor(speeds))
  const costOf = ({ speeds }: Sized, name: string, measure: Measure): number => {
    const speed = speeds.get(name)?.[measure]
    return (isKnown ? speed?.cpu : 1 / (speed?.perSecond ?? Number.NaN)) ?? Number.NaN
  }
  const [from, to] = [small, large].map(({ readings }) => readings.toLocaleString('en'))
  return [
    `\nfrom ${from} to ${to} readings, ${isKnown ? 'processor time' : 'time'} grows by`,
    line('', MEASURES),
    ...[...large.speeds.keys()].map((name) =>
      line(
        name,
        MEASURES.map((measure) => shown(costOf(large, name, measure) / costOf(small, name, measure), 2)),
      ),
    ),
    '',
  ]
}

function hasProcessor(speeds: Speeds): boolean {
  return [...speeds.values()].every((by) => MEASURES.every((measure) => by[measure].cpu > 0))
}

/** Compares the largest size with the goals, without those of a layout that was left out. */
function verdictsOf(sizes: readonly Sized[]) {
  return sizes.slice(-1).flatMap(({ speeds }) =>
    GOALS.filter(({ layout }) => speeds.has(layout)).map((goal) => {
      const share = shareOf(speeds, goal.layout, goal.measure)
      return { goal, share, isReached: share >= goal.least }
    }),
  )
}

function nameOf({ layout, measure }: Goal): string {
  return `${layout}, ${measure}`
}

function shareOf(speeds: Speeds, name: string, measure: Measure): number {
  return (speeds.get(name)?.[measure].perSecond ?? Number.NaN) / (speeds.get(BASE)?.[measure].perSecond ?? Number.NaN)
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME) + cells.map((cell) => cell.replace(/, usual sensor$/, '').padStart(CELL)).join('')
}

function shown(number: number | undefined, digits: number): string {
  return (number ?? Number.NaN).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
