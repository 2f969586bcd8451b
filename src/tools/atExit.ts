const steps = new Set<() => void>()

process.on('exit', () => {
  for (const step of [...steps].toReversed()) step()
})

/**
 * Registers a step for the exit of this process, such as ending a program or deleting a folder, in case the tool does not get to it. The
 * last step runs first. Returns a function that unregisters the step.
 */
export function atExit(step: () => void): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}
