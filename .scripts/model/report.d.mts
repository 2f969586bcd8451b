import type { PlayedSystem } from '../../tests/model/play'

/** A test of the other tiers: snapshots, invariants, walks and races. */
export interface PlainTest {
  readonly file: string
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly message?: string
}

/** A protection that was taken out, and whether a test noticed. */
export interface Bite {
  readonly name: string
  readonly file: string
  readonly caught: boolean
  /** The first test that failed. */
  readonly by: string
}

export interface ReportInput {
  readonly seed: number
  /** The command that runs exactly this again. */
  readonly command: string
  /** When it ran, for people. */
  readonly at: string
  readonly systems: readonly PlayedSystem[]
  readonly tests: readonly PlainTest[]
  readonly bites: readonly Bite[]
  /** One tour or one case was asked for: not everything need be seen. */
  readonly isPart: boolean
}

/** True when everything passed and nothing is missing from a coverage. */
export function isGood(input: ReportInput): boolean

/** The report as one page of HTML; pictures lie beside it. */
export function reportOf(input: ReportInput): string
