import { sessionTable, type Story } from './model'
import type { Row, Step, Tour, createTable } from './table'

/** Which tours, walks and races are played; see .scripts/seed.mjs, which vite.config.ts asks. */
export const seed = Number(process.env['MODEL_SEED'])
/** Random walks and races run so many times; null: as often as their tests say. */
export const runs = process.env['MODEL_RUNS'] === undefined ? null : Number(process.env['MODEL_RUNS'])
/** A tour or a case of a table by its name; null: all. */
const only = process.env['MODEL_CASE'] ?? null

/** The longest tour of the session, and of any other machine, in steps. */
const LONGEST = 26
const LONGEST_FLOW = 14

/** The tours of a table to play: all, one of them, or the shortest way to a case; none when something of another table is asked for. */
export function toursOf<R extends Row, S, T extends Step<R, S>>(
  table: ReturnType<typeof createTable<R, S, T>>,
  longest = LONGEST_FLOW,
): readonly Tour<T>[] {
  const tours = table.planTours(seed, longest)
  if (only === null) return tours
  const named = tours.filter(({ name }) => name === only)
  if (named.length > 0 || !table.has(only)) return named
  return [table.tourOf(only, table.shortestWay(only))]
}

/** The tours of the session to play. */
export const toursAsked = (): readonly Tour<Story>[] => toursOf(sessionTable, LONGEST)

/** Everything is expected to be seen only where everything was asked for. */
export const isWhole = only === null
