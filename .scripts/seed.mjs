// Which tours, walks and races a run plays.

/** What a person plays who asks for nothing. */
const USUAL = 7
/** CI plays seeds 1 to 60, one a day, and then starts over. */
const SEEDS = 60
const DAY_MS = 86_400_000

/**
 * The seed of a run: what MODEL_SEED says; else in CI the day's, by UTC; else the usual one. `now` is milliseconds since 1970.
 * A run that has asked once hands its seed on in MODEL_SEED, so that all of its parts play the same, past midnight too.
 *
 * @param {{ readonly MODEL_SEED?: string | undefined; readonly CI?: string | undefined }} env
 * @param {number} now
 */
export function seedOf({ MODEL_SEED: asked, CI: isCi }, now) {
  if (asked) return Number(asked)
  return isCi ? (Math.floor(now / DAY_MS) % SEEDS) + 1 : USUAL
}
