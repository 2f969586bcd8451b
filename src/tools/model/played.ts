/** How much of a machine was covered, and what was not. */
export interface Seen {
  readonly seen: number
  readonly total: number
  readonly missing: readonly string[]
}

/** A machine's coverage. */
export interface Coverage {
  readonly states: Seen
  readonly transitions: Seen
}

/** A step as the report shows it. */
export interface PlayedStep {
  readonly name: string
  readonly tell: string
  readonly place: string
  /** The machine's description of that place. */
  readonly means: string
  /** Path of the picture, relative to the report's folder. */
  readonly picture?: string
}

/** A tour as played in one system. */
export interface PlayedTour {
  readonly name: string
  readonly planned: number
  readonly steps: readonly PlayedStep[]
  readonly ms: number
  /** Why it stopped, and the shortest path to that point. */
  readonly failure?: { readonly message: string; readonly shortest: readonly string[] }
}

/** The tours of a machine in one system. The tests write it to a file for the report. */
export interface PlayedSystem {
  readonly system: string
  readonly title: string
  readonly machine: string
  readonly seed: number
  readonly coverage: Coverage
  readonly tours: readonly PlayedTour[]
}
