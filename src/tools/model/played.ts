/** How much of a machine was seen, and what was not. */
export interface Seen {
  readonly seen: number
  readonly total: number
  readonly missing: readonly string[]
}

/** What was seen of a machine. */
export interface Coverage {
  readonly states: Seen
  readonly transitions: Seen
}

/** A step as the report tells it. */
export interface PlayedStep {
  readonly name: string
  readonly tell: string
  readonly place: string
  /** What the machine says of that place. */
  readonly means: string
  /** File of the picture, below the report's folder. */
  readonly picture?: string
}

/** A tour as it went in one system. */
export interface PlayedTour {
  readonly name: string
  readonly planned: number
  readonly steps: readonly PlayedStep[]
  readonly ms: number
  /** Why it stopped, and the shortest way to there. */
  readonly failure?: { readonly message: string; readonly shortest: readonly string[] }
}

/** What the tours of a machine came to in one system. The tests leave it as a file for the report. */
export interface PlayedSystem {
  readonly system: string
  readonly title: string
  readonly machine: string
  readonly seed: number
  readonly coverage: Coverage
  readonly tours: readonly PlayedTour[]
}
