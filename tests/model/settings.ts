import { isFull, seed } from '../support/full'
import { sessionTable, type Story } from './model'
import type { Row, Step, Tour, createTable } from './table'

/** Returns the number of random walks or races: as chosen, or else `some`, and ten times as many in `npm run test:full`. */
export function runsOf(some: number): number {
  const chosen = process.env['MODEL_RUNS']
  if (chosen !== undefined) return Number(chosen)
  return isFull ? some * 10 : some
}
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

/**
 * Lists a table's shortest ways to play: all of them in `npm run test:full`, or one of them. Only for systems that take a step in less than
 * a second.
 */
export function shortestToursOf<R extends Row, S, T extends Step<R, S>>(
  table: ReturnType<typeof createTable<R, S, T>>,
): readonly Tour<T>[] {
  if (only === null) return isFull ? table.shortestTours() : []
  return table.shortestTours().filter(({ name }) => name === only)
}

/** Lists the session's tours to play. */
export const selectedTours = (): readonly Tour<Story>[] => toursOf(sessionTable, LONGEST)

/** Coverage must be complete only when nothing was left out. */
export const isWhole = only === null
