// Chooses the seed of a run's tours, walks and races.

/** The seed of a run outside CI. */
const USUAL = 7
/** CI uses seeds 1 to 60, one a day, and then starts over. */
const SEEDS = 60
const DAY_MS = 86_400_000

/**
 * Returns the seed of a run: MODEL_SEED; otherwise in CI the seed of the UTC day, else the usual one. `now` is in milliseconds since 1970.
 * A run passes its seed on in MODEL_SEED, so that all its parts use the same one, even past midnight.
 *
 * @param {{ readonly MODEL_SEED?: string | undefined; readonly CI?: string | undefined }} env
 * @param {number} now
 */
export function seedOf({ MODEL_SEED: seed, CI: isCi }, now) {
  if (seed) return Number(seed)
  return isCi ? (Math.floor(now / DAY_MS) % SEEDS) + 1 : USUAL
}
