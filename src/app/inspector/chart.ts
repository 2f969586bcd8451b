import { useEffect, useState } from 'react'
import { machines, type ArrowRow, type Columns, type Packed, type StateRow, type StepRow } from 'virtual:machines'
import { labelOf } from './messages'

/** A text of the drawing, and the transitions that it stands for, as indexes into `steps`. */
export interface ChartLine {
  readonly text: string
  readonly steps: readonly number[]
}

type Box = readonly [left: number, top: number, width: number, height: number]

/** A state, other than the root. */
export interface ChartState {
  /** XState's id: `auth.session.refreshing`. */
  readonly id: string
  readonly label: string
  readonly about: string
  /** Text in its box: its invocations, its entry actions, and the events that it handles without leaving. */
  readonly lines: readonly ChartLine[]
  readonly isGroup: boolean
  /** Whether it is its parent's initial state. */
  readonly isFirst: boolean
  readonly box: Box
}

/** A transition. */
export interface ChartStep {
  /** The recorder's id: `auth.guest.noToken signIn #0`. */
  readonly id: string
  readonly from: string
  /** Null for a transition without a target. */
  readonly to: string | null
  /** Empty for an eventless transition. */
  readonly event: string
  readonly guard: string
  readonly actions: readonly string[]
  readonly about: string
}

/** An arrow from one state to another. */
export interface ChartArrow {
  /** SVG path data. */
  readonly path: string
  /** Position of its text. */
  readonly at: readonly [left: number, top: number]
  readonly lines: readonly ChartLine[]
}

/** The drawing of a machine. Lengths are in the chart's own units. */
export interface Chart {
  /** The machine's id, the prefix of all state ids. */
  readonly id: string
  readonly about: string
  readonly width: number
  readonly height: number
  readonly states: readonly ChartState[]
  readonly steps: readonly ChartStep[]
  readonly arrows: readonly ChartArrow[]
}

/** Unpacks a chart that the build has laid out. */
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
          ...linesOf(stays, steps, (label) => `handles ${label}`),
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
      // The box that the arrow leaves names the actor.
      lines: linesOf([...ways.values()][place] ?? [], steps, (label) => label.replace(/^(done|error).*/, '$1')),
    })),
  }
}

/** The text of some transitions, one line per event. */
function linesOf(places: readonly number[], steps: readonly ChartStep[], textOf: (label: string) => string): ChartLine[] {
  const lines = groupsOf(places, (at) => textOf(labelOf(steps[at]?.event ?? '')))
  return [...lines].map(([text, some]) => ({ text, steps: some }))
}

/** Groups by key, in the order of first occurrence. */
function groupsOf(places: readonly number[], keyOf: (place: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const place of places) groups.set(keyOf(place), [...(groups.get(keyOf(place)) ?? []), place])
  return groups
}

function rowsOf<Row extends readonly unknown[]>(columns: Columns<Row>): Row[] {
  return (columns[0] ?? []).map((_cell, at) => columns.map((column) => column[at])) as unknown as Row[]
}

/** The chart of a machine, once loaded; `failed` when the request failed. */
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

/** Cache of the loaded charts. */
const loaded: Record<string, Chart | 'failed'> = {}

/** Loads a chart; rejects when the request fails. */
export async function loadChart(machine: string): Promise<Chart> {
  const files = machines[machine]
  if (files === undefined) throw new Error(`There is no chart of ${machine}.`)
  const chart = unpack((await files.chart()).packed)
  loaded[machine] = chart
  return chart
}
