/** The session's chart, laid out at build by .scripts/layout.mjs. Lengths are in its own units. */
declare module 'virtual:session-chart' {
  /** A state, the root left out. */
  export interface ChartState {
    /** As xstate names it: `auth.session.refreshing`. */
    readonly id: string
    readonly label: string
    readonly about: string
    readonly tags: readonly string[]
    /** What stands in its box: what it runs, does on the way in, and hears without leaving. */
    readonly lines: readonly { readonly text: string; readonly steps: readonly number[] }[]
    readonly isGroup: boolean
    /** Where its parent begins. */
    readonly isFirst: boolean
    /** Left, top, width, height. */
    readonly box: readonly [number, number, number, number]
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
    readonly points: readonly (readonly [number, number])[]
    /** Where its words stand: left, top, width, height. */
    readonly at: readonly [number, number, number, number]
    /** The events, each with the places of its transitions in `steps`. */
    readonly lines: readonly { readonly text: string; readonly steps: readonly number[] }[]
  }
  export interface Chart {
    readonly width: number
    readonly height: number
    readonly states: readonly ChartState[]
    readonly steps: readonly ChartStep[]
    readonly arrows: readonly ChartArrow[]
  }
  export const chart: Chart
}

/** The machine as something to copy: its file, and its definition as JSON. */
declare module 'virtual:session-machine' {
  export const source: string
  export const config: Readonly<Record<string, unknown>>
}
