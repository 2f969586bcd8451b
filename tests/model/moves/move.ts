import type { Driver } from '../driver'
import type { Finding, Situation } from '../situation'

/** The places in which the session can rest; `closed`: the tab is not open yet. */
export type Place =
  | 'closed'
  | 'enrolled'
  | `guest.${'noToken' | 'signedOut' | 'resetSent' | 'signingIn' | 'secondStep' | 'verifying' | 'signingUp' | 'socialSigningIn' | 'requestingReset'}`
  | `session.${'authenticated' | 'expired' | 'refreshing'}`

/**
 * One case: what happens, where it can happen, and how a system causes it. To add one, add a row to the file of its place beside this one:
 * from then on, every tour takes it in every system, in every place where it can happen.
 */
export interface Move {
  readonly name: string
  /** What happens, in the report's words. */
  readonly tell: string
  readonly in: readonly Place[]
  /** Further conditions. */
  readonly when?: Partial<Situation> | ((situation: Situation, place: Place) => boolean)
  /** The chart's event, by its name among the cases of tests/support/session/sessionChart.ts; null: the chart receives none, or starts. */
  readonly event: string | null
  /** What the event finds, besides the situation. */
  readonly finds?: Finding
  /** Changes of the situation before the event. */
  readonly before?: Partial<Situation>
  /** Changes of the situation after it. */
  readonly after?: Partial<Situation> | ((before: Situation) => Partial<Situation>)
  /** Words that the page shows after it. */
  readonly says?: string
  readonly drive: (driver: Driver) => Promise<void>
}
