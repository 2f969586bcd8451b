// A bench leaves nothing behind, however it ends: no process, no folder.
import { fail } from '../root.mjs'

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/**
 * Runs a program's `work` and ends the program. `work` is given a way to name what is to be undone at the end, be that its own, a failure's
 * or a signal's; it answers how to undo that earlier. The last is undone first.
 */
export async function tidily(work) {
  const steps = new Set()
  const undoAll = async () => {
    for (const undo of [...steps].toReversed()) await undo()
  }
  let interrupted = false
  for (const [signal, code] of Object.entries(signals))
    process.on(signal, () => {
      if (interrupted) return
      interrupted = true
      console.log('\nCut short: taking down what was built …')
      void undoAll().finally(() => process.exit(code))
    })
  const later = (step) => {
    let undone
    const undo = () => (undone ??= step().finally(() => steps.delete(undo)))
    steps.add(undo)
    return undo
  }
  try {
    await work(later)
    await undoAll()
    process.exit(0)
  } catch (error) {
    // What is taken down under somebody's hands fails in them.
    if (interrupted) return
    await undoAll().catch(() => undefined)
    fail(error)
  }
}
