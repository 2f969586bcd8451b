import type { Rollout } from '../contract/rollouts'

/** The names of the rows that limit an alert rule or a rollout, the deleted ones last. */
export function limitNames({ scopeNames, deletedScopeNames }: Pick<Rollout, 'scopeNames' | 'deletedScopeNames'>): string[] {
  return [...scopeNames, ...deletedScopeNames.map((name) => `${name} (deleted)`)]
}
