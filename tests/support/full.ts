/** True in `npm run test:full`, which tries every combination where `npm test` tries each case once. */
export const isFull = process.env['TEST_FULL'] === '1'

/** Seed of the tours, walks and races, and of what `npm test` tries by turns; vite.config.ts sets it by .scripts/seed.mjs. */
export const seed = Number(process.env['MODEL_SEED'])

/**
 * Returns the `cases` that the `at`th of `count` rounds tries: all of them in `npm run test:full`. Otherwise distributes them, so that each
 * is tried in one round and no round is empty.
 */
export function dealt<T>(cases: readonly T[], at: number, count: number): readonly T[] {
  if (isFull) return cases
  const chosen = cases.filter((_, index) => index % count === at)
  return chosen.length > 0 ? chosen : cases.slice(at % cases.length, (at % cases.length) + 1)
}
