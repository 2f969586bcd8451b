/** A gateway after a rollout; firmwares are ids. */
export interface Updated {
  /** The firmware of the rollout that reaches it; null: none does. */
  readonly meant: string | null
  /** The firmwares whose files it received. */
  readonly received: readonly string[]
  /** What it runs by its own account, by the server's, and what the server assigns to it. */
  readonly runs: string | null
  readonly stored: string | null
  readonly assigned: string | null
  /** Each rollout that has it. */
  readonly rollouts: readonly { readonly firmware: string; readonly state: string }[]
}

/** Judges a gateway after a rollout that every gateway can install: what is wrong, in words that are the same each time. */
export function updateFaults({ meant, received, runs, stored, assigned, rollouts }: Updated): string[] {
  const given = [...received, assigned, ...rollouts.map(({ firmware }) => firmware)]
  const faults = given.some((firmware) => firmware !== null && firmware !== meant)
    ? ['a gateway got a firmware that was not meant for it']
    : []
  if (meant === null) return faults
  if (runs !== meant || rollouts.length === 0) return [...faults, 'a gateway was forgotten']
  if (rollouts.length > 1) return [...faults, 'a gateway is in several rollouts']
  const isKnown = stored === meant && rollouts.every(({ state }) => state === 'succeeded')
  return isKnown ? faults : [...faults, 'an update that a gateway reported was lost']
}
