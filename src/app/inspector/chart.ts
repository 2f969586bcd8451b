import { packed } from 'virtual:session-chart'

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

/** The session's machine, drawn. Lengths are in the chart's own units. */
export interface Chart {
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

const ids = ['auth', ...packed.states.map(([id]) => id)]

const steps = packed.steps.map(([from, to, event, place, guard, actions, about]): ChartStep => {
  const start = ids[from] ?? ''
  return {
    id: `${start} ${labelOf(event)} #${place}`,
    from: start,
    to: ids[to] ?? null,
    event,
    guard,
    actions: actions.split(' ').filter(Boolean),
    about,
  }
})

/** The chart as the build has laid it out. */
export const chart: Chart = {
  width: packed.size[0],
  height: packed.size[1],
  states: packed.states.map(([id, about, first, box, lines]) => ({
    id,
    label: id.replace(/.*\./, ''),
    about,
    lines: lines.map(([text, ...places]) => ({ text, steps: places })),
    isGroup: ids.some((other) => other.startsWith(`${id}.`)),
    isFirst: first === 1,
    box,
  })),
  steps,
  arrows: packed.arrows.map(([path, at, lines]) => ({
    path,
    at,
    // Whose answer it is stands in the box that the arrow leaves.
    lines: lines.map((places) => ({
      text: labelOf(steps[places[0] ?? -1]?.event ?? '').replace(/^(done|error).*/, '$1'),
      steps: places,
    })),
  })),
}
