/** A promise that is resolved from outside: `give` resolves `given`. */
export interface Signal {
  readonly given: Promise<void>
  give(): void
}

/** Creates a signal that has not been given yet. */
export function signal(): Signal {
  let give = () => undefined as void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}
