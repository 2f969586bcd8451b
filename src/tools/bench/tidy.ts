// A bench leaves nothing behind, however it ends: no process, no folder.

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

/** Registers what to undo at the end; returns a function that undoes it earlier. */
export type Later = (step: () => Promise<void>) => () => Promise<void>

/**
 * Runs `work`, and undoes what it registers: when it ends, when it fails, and at a signal, which ends the program. The last is undone first.
 */
export async function withCleanup(work: (later: Later) => Promise<void>): Promise<void> {
  const steps = new Set<() => Promise<void>>()
  const undoAll = async (): Promise<void> => {
    for (const undo of [...steps].toReversed()) await undo()
  }
  let interrupted = false
  const listeners = signals.map(([signal, code]) => ({
    signal,
    listener() {
      if (interrupted) return
      interrupted = true
      console.log('\nCut short: taking down what was built …')
      void undoAll().finally(() => process.exit(code))
    },
  }))
  for (const { signal, listener } of listeners) process.on(signal, listener)
  const later: Later = (step) => {
    let undone: Promise<void> | undefined
    const undo = (): Promise<void> => (undone ??= step().finally(() => steps.delete(undo)))
    steps.add(undo)
    return undo
  }
  try {
    await work(later)
    await undoAll()
  } catch (error) {
    // Work fails when a signal removes its resources; the signal ends the program.
    if (interrupted) await new Promise(() => undefined)
    // Reports the work's own failure, not one of the clean-up.
    await undoAll().catch(() => undefined)
    throw error
  } finally {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}
