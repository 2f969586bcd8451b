import type { Driver } from '../driver'
import type { Finding, Situation } from '../situation'

/** Where the session can rest; `closed` is the tab before it is opened. */
export type Place =
  | 'closed'
  | 'enrolled'
  | `guest.${'noToken' | 'signedOut' | 'resetSent' | 'signingIn' | 'secondStep' | 'verifying' | 'signingUp' | 'socialSigningIn' | 'requestingReset'}`
  | `session.${'authenticated' | 'expired' | 'refreshing'}`

/**
 * One case: what happens, where it can happen, and how a system is made to do it. To add one, add a row to the file beside this one that
 * tells of its place: every tour, in every system, takes it from then on, in every place where it can happen.
 */
export interface Move {
  readonly name: string
  /** What happens, as the report tells it. */
  readonly tell: string
  readonly in: readonly Place[]
  /** Further conditions. */
  readonly when?: Partial<Situation>
  /** The chart's event, by its name among the cases of tests/support/session/sessionChart.ts; null: the chart hears nothing, or begins. */
  readonly event: string | null
  /** What the event comes upon. */
  readonly finds?: Finding
  /** What has changed by the time of the event. */
  readonly before?: Partial<Situation>
  /** What has changed after it. */
  readonly after?: Partial<Situation> | ((before: Situation) => Partial<Situation>)
  /** Words that the page shows after it. */
  readonly says?: string
  readonly drive: (driver: Driver) => Promise<void>
}
