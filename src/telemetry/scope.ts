import { enumerated } from '../crud/model/words'

/**
 * Says what limits a rule or a rollout.
 *
 * @param names - Names of the limits whose rows exist
 * @param limits - All limits, those of deleted rows too
 * @param unlimited - What to say without any limit
 */
export function scopeWords(names: readonly string[], limits: readonly unknown[], unlimited: string): string {
  if (limits.length === 0) return unlimited
  const deleted = limits.length - names.length
  if (names.length === 0) return `Nothing (${deleted} deleted)`
  return enumerated(deleted === 0 ? names : [...names, `${deleted} deleted`])
}
