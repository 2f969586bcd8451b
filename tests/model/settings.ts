import { planTours, shortestWay, tourOf, type Tour } from './model'
import { moves } from './moves'

/** Which tours, walks and races are played; see .scripts/seed.mjs, which vite.config.ts asks. */
export const seed = Number(process.env['MODEL_SEED'])
/** Random walks and races run so many times; null: as often as their tests say. */
export const runs = process.env['MODEL_RUNS'] === undefined ? null : Number(process.env['MODEL_RUNS'])
/** A tour or a case of the table by its name; null: all. */
const only = process.env['MODEL_CASE'] ?? null

/** The tours to play: all, one of them, or the shortest way to a case. */
export function toursAsked(): readonly Tour[] {
  const tours = planTours(seed)
  if (only === null) return tours
  const named = tours.filter(({ name }) => name === only)
  if (named.length > 0) return named
  const move = moves.find(({ name }) => name === only)
  if (move === undefined) throw new Error(`There is no tour and no case "${only}"`)
  return [tourOf(move.name, shortestWay(move.name))]
}

/** Everything is expected to be seen only where everything was asked for. */
export const isWhole = only === null
