import { useEffect, useState } from 'react'
import { machines, type ArrowRow, type Columns, type Packed, type StateRow, type StepRow } from 'virtual:machines'

/** Words of the drawing, and the transitions that they stand for, by their places in `steps`. */
export interface ChartLine {
  readonly text: string
  readonly steps: readonly number[]
}

type Box = readonly [left: number, top: number, width: number, height: number]

/** A state, the root left out. */
export interface ChartState {
  /** As xstate names it: `auth.session.refreshing`. */
  readonly id: string
  readonly label: string
  readonly about: string
  /** What stands in its box: what it runs, does on the way in, and hears without leaving. */
  readonly lines: readonly ChartLine[]
  readonly isGroup: boolean
  /** Where its parent begins. */
  readonly isFirst: boolean
  readonly box: Box
}

/** A transition. */
export interface ChartStep {
  /** As the recorder names it: `auth.guest.noToken signIn #0`. */
  readonly id: string
  readonly from: string
  /** Null: it stays. */
  readonly to: string | null
  /** Empty: at once. */
  readonly event: string
  readonly guard: string
  readonly actions: readonly string[]
  readonly about: string
}

/** What leads from one state to another. */
export interface ChartArrow {
  /** As SVG says it. */
  readonly path: string
  /** Where its words stand. */
  readonly at: readonly [left: number, top: number]
  readonly lines: readonly ChartLine[]
}

/** A machine, drawn. Lengths are in the chart's own units. */
export interface Chart {
  /** The machine's, which the ids of all states begin with. */
  readonly id: string
  readonly about: string
  readonly width: number
  readonly height: number
  readonly states: readonly ChartState[]
  readonly steps: readonly ChartStep[]
  readonly arrows: readonly ChartArrow[]
}

/** `xstate.done.actor.signIn` reads done(signIn), `xstate.after.heartbeat.auth…` after(heartbeat), no event always. */
export function labelOf(event: string): string {
  return event.replace(/^xstate\.(?:(done|error)\.actor|(after))\.([^.]+).*/, '$1$2($3)') || 'always'
}

/** A chart as the build has laid it out. */
function unpack({ id: machine, about: intent, size, ...packed }: Packed): Chart {
  const states = rowsOf<StateRow>(packed.states)
  const ids = [machine, ...states.map(([id]) => `${machine}.${id}`)]
  const counts: Record<string, number> = {}
  const steps = rowsOf<StepRow>(packed.steps).map(([start, end, event, guard, actions, about]): ChartStep => {
    const from = ids[start] ?? ''
    const name = `${from} ${labelOf(event)}`
    const place = counts[name] ?? 0
    counts[name] = place + 1
    return {
      id: `${name} #${place}`,
      from,
      to: ids[end] ?? null,
      event,
      guard,
      actions: actions.split(' ').filter(Boolean),
      about,
    }
  })
  const places = [...steps.keys()]
  const ways = groupsOf(
    places.filter((at) => steps[at]?.to !== null),
    (at) => `${steps[at]?.from} ${steps[at]?.to}`,
  )
  return {
    id: machine,
    about: intent,
    width: size[0],
    height: size[1],
    states: states.map(([name, about, first, left, top, width, height, others]) => {
      const id = `${machine}.${name}`
      const stays = places.filter((at) => steps[at]?.from === id && steps[at]?.to === null)
      return {
        id,
        label: name.replace(/.*\./, ''),
        about,
        lines: [
          ...others.split('\n').flatMap((text) => (text ? [{ text, steps: [] }] : [])),
          ...linesOf(stays, steps, (label) => `hears ${label}`),
        ],
        isGroup: ids.some((other) => other.startsWith(`${id}.`)),
        isFirst: first === 1,
        box: [left, top, width, height],
      }
    }),
    steps,
    arrows: rowsOf<ArrowRow>(packed.arrows).map(([path, left, top], place) => ({
      path,
      at: [left, top],
      // Whose answer it is stands in the box that the arrow leaves.
      lines: linesOf([...ways.values()][place] ?? [], steps, (label) => label.replace(/^(done|error).*/, '$1')),
    })),
  }
}

/** The words of some transitions, one line an event. */
function linesOf(places: readonly number[], steps: readonly ChartStep[], textOf: (label: string) => string): ChartLine[] {
  const lines = groupsOf(places, (at) => textOf(labelOf(steps[at]?.event ?? '')))
  return [...lines].map(([text, some]) => ({ text, steps: some }))
}

/** By what they have in common, in the order of the first of each. */
function groupsOf(places: readonly number[], keyOf: (place: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const place of places) groups.set(keyOf(place), [...(groups.get(keyOf(place)) ?? []), place])
  return groups
}

function rowsOf<Row extends readonly unknown[]>(columns: Columns<Row>): Row[] {
  return (columns[0] ?? []).map((_cell, at) => columns.map((column) => column[at])) as unknown as Row[]
}

/** The chart of a machine, once it is here; `failed`: it could not be fetched. */
export function useChart(machine: string | undefined): Chart | 'failed' | undefined {
  const [charts, setCharts] = useState(loaded)
  const chart = charts[machine ?? '']
  useEffect(() => {
    if (machine === undefined || chart !== undefined) return
    void loadChart(machine)
      .catch(() => 'failed' as const)
      .then((found) => setCharts((before) => ({ ...before, [machine]: found })))
  }, [machine, chart])
  return chart
}

/** What is here already. */
const loaded: Record<string, Chart | 'failed'> = {}

/** Fetches a chart; rejects when it cannot be fetched. */
export async function loadChart(machine: string): Promise<Chart> {
  const files = machines[machine]
  if (files === undefined) throw new Error(`There is no chart of ${machine}.`)
  const chart = unpack((await files.chart()).packed)
  loaded[machine] = chart
  return chart
}
