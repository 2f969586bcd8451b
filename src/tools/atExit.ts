const steps = new Set<() => void>()

process.on('exit', () => {
  for (const step of [...steps].toReversed()) step()
})

/**
 * Registers what this process does when it exits: ends a program that it started, or deletes a folder that it made, whatever the tool
 * itself has forgotten or could not do any more. The last is done first. Returns a function that takes the step back.
 */
export function atExit(step: () => void): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}
