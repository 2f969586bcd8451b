import type { Dice } from './dice'
import type { Findings } from './findings'

export const engines = ['pglite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** A campaign's figures beside its findings: numbers by what they count. */
export type Figures = Readonly<Record<string, number | string>>

/** The input of one run of a campaign. */
export interface Run {
  readonly engine: Engine
  readonly seed: number
  readonly dice: Dice
  readonly findings: Findings
  /** Null: the run ends at the goal. */
  readonly minutes: number | null
  /** Prints a line to the terminal. */
  readonly say: (text: string) => void
  /** True once the requested minutes are over; without minutes never. */
  readonly isOver: () => boolean
  /** Registers a step for the end of the run, whether it succeeds or fails; the last one runs first. */
  readonly later: (step: () => Promise<void>) => () => Promise<void>
}

/** A kind of attack or failure that the product must withstand. */
export interface Campaign {
  readonly name: string
  /** What it does, for the report. */
  readonly about: string
  /** The required result, for the report. */
  readonly goal: string
  /** The engines on which the result may differ. */
  readonly engines: readonly Engine[]
  /** Runs until it is complete or `isOver`. Reports faults to `findings`. */
  run(run: Run): Promise<Figures>
}
