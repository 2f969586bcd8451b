import { sessionTable, type Story } from './model'
import type { Row, Step, Tour, createTable } from './table'

/** Seed of the tours, walks and races; vite.config.ts sets it by .scripts/seed.mjs. */
export const seed = Number(process.env['MODEL_SEED'])
/** Number of random walks and races; null: as many as their tests say. */
export const runs = process.env['MODEL_RUNS'] === undefined ? null : Number(process.env['MODEL_RUNS'])
/** A tour or a case of a table, by its name; null: all. */
const only = process.env['MODEL_CASE'] ?? null

/** The longest tour of the session, and of any other machine, in steps. */
const LONGEST = 26
const LONGEST_FLOW = 14

/** Lists a table's tours to play: all, one of them, or the shortest way to a case; none when another table has what was asked for. */
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

/** Lists the session's tours to play. */
export const selectedTours = (): readonly Tour<Story>[] => toursOf(sessionTable, LONGEST)

/** Coverage must be complete only when nothing was left out. */
export const isWhole = only === null
