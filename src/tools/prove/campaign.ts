import type { Dice } from './dice'
import type { Findings } from './findings'

export const engines = ['pglite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** What a campaign came to, beside what it found: numbers by what they count. */
export type Figures = Readonly<Record<string, number | string>>

/** What one run of a campaign is given. */
export interface Run {
  readonly engine: Engine
  readonly seed: number
  readonly dice: Dice
  readonly findings: Findings
  /** Null: until the goal is reached. */
  readonly minutes: number | null
  /** To the terminal. */
  readonly say: (text: string) => void
  /** True once the minutes that were asked for are over; without them never. */
  readonly isOver: () => boolean
  /** At the end, however it comes about, the last first. */
  readonly later: (step: () => Promise<void>) => () => Promise<void>
}

/** Something that the product has to withstand. */
export interface Campaign {
  readonly name: string
  /** What it does, for the report. */
  readonly about: string
  /** What has to come out of the whole. */
  readonly goal: string
  /** Those on which it may come out differently. */
  readonly engines: readonly Engine[]
  /** Runs until it is through or `isOver`. What must not be goes to `findings`. */
  run(run: Run): Promise<Figures>
}
