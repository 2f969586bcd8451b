// A bench leaves nothing behind, however it ends: no process, no folder.

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

/** Names what is to be undone at the end; answers how to undo it earlier. */
export type Later = (step: () => Promise<void>) => () => Promise<void>

/**
 * Runs `work`, which is given a way to name what is to be undone at the end, be that its own, a failure's or a signal's, which ends the
 * program. The last is undone first.
 */
export async function tidily(work: (later: Later) => Promise<void>): Promise<void> {
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
    // What is taken down under somebody's hands fails in them: the signal ends the program.
    if (interrupted) await new Promise(() => undefined)
    // The work's own failure is the one to tell.
    await undoAll().catch(() => undefined)
    throw error
  } finally {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}
