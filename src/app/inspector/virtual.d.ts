/** Every machine in machines/, read at build time by src/tools/chart/machines.ts. */
declare module 'virtual:machines' {
  /** A table stored by columns, which takes fewer bytes than by rows. */
  export type Columns<Row extends readonly unknown[]> = { readonly [At in keyof Row]: readonly Row[At][] }

  /** Id without the machine's, description, whether it is the parent's initial state, box, joined text lines without transitions. */
  export type StateRow = readonly [string, string, 0 | 1, number, number, number, number, string]
  /** Source and target (the root is 0, none -1), event, guard, actions, joined text, description. */
  export type StepRow = readonly [number, number, string, string, string, string]
  /** SVG path data, and the text's position: left, top. */
  export type ArrowRow = readonly [string, number, number]

  /** A chart laid out by src/tools/chart/layout.ts, to be unpacked by chart.ts. */
  export interface Packed {
    readonly id: string
    readonly about: string
    readonly size: readonly [number, number]
    readonly states: Columns<StateRow>
    readonly steps: Columns<StepRow>
    readonly arrows: Columns<ArrowRow>
  }

  export interface MachineFiles {
    /** The initial states, in the format of a log entry. */
    readonly initial: string
    chart(): Promise<{ readonly packed: Packed }>
    /** The machine for copying: its file, its definition as JSON, and its exported name. */
    source(): Promise<{ readonly source: string; readonly config: Readonly<Record<string, unknown>>; readonly name: string }>
  }

  /** By machine id. */
  export const machines: Readonly<Record<string, MachineFiles>>
}
