/** The session's chart, laid out at build by src/tools/chart/layout.ts; chart.ts unpacks it. */
declare module 'virtual:session-chart' {
  type Place = number
  export const packed: {
    readonly size: readonly [number, number]
    /** Id, about, whether its parent begins there, box, lines with their steps. */
    readonly states: readonly (readonly [
      string,
      string,
      0 | 1,
      readonly [number, number, number, number],
      readonly (readonly [string, ...Place[]])[],
    ])[]
    /** From and to (the root is 0, none -1), event, which of that event's it is, guard, actions, about. */
    readonly steps: readonly (readonly [Place, Place, string, number, string, string, string])[]
    /** Its way as SVG says it, where its words stand, the steps of each line. */
    readonly arrows: readonly (readonly [string, readonly [number, number], readonly (readonly Place[])[]])[]
  }
}

/** The machine as something to copy: its file, and its definition as JSON. */
declare module 'virtual:session-machine' {
  export const source: string
  export const config: Readonly<Record<string, unknown>>
}
