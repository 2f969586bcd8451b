/** Every machine of the folder machines, read at build by src/tools/chart/machines.ts. */
declare module 'virtual:machines' {
  /** A table by its columns, which takes fewer bytes than by its rows. */
  export type Columns<Row extends readonly unknown[]> = { readonly [At in keyof Row]: readonly Row[At][] }

  /** Id without the machine's, about, whether its parent begins there, box, lines but those of transitions, joined. */
  export type StateRow = readonly [string, string, 0 | 1, number, number, number, number, string]
  /** From and to (the root is 0, none -1), event, guard, actions, joined, about. */
  export type StepRow = readonly [number, number, string, string, string, string]
  /** Its way as SVG says it, and where its words stand: left, top. */
  export type ArrowRow = readonly [string, number, number]

  /** A chart, laid out by src/tools/chart/layout.ts; chart.ts unpacks it. */
  export interface Packed {
    readonly id: string
    readonly about: string
    readonly size: readonly [number, number]
    readonly states: Columns<StateRow>
    readonly steps: Columns<StepRow>
    readonly arrows: Columns<ArrowRow>
  }

  export interface MachineFiles {
    /** The states that it begins in, as an entry of the log says them. */
    readonly initial: string
    chart(): Promise<{ readonly packed: Packed }>
    /** The machine as something to copy: its file, its definition as JSON, and the name that the file gives it. */
    source(): Promise<{ readonly source: string; readonly config: Readonly<Record<string, unknown>>; readonly name: string }>
  }

  /** By the machines' ids. */
  export const machines: Readonly<Record<string, MachineFiles>>
}
