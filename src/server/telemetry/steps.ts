/**
 * Repeats `step` with the size `most`; divides the size by eight whenever it fails, since it may have timed out. Rethrows what fails at
 * `least`.
 */
export function inSmallerSteps<T>(most: number, least: number, step: (size: number) => Promise<T>): () => Promise<T> {
  let size = most
  return async () => {
    for (;;) {
      try {
        return await step(size)
      } catch (error) {
        if (size <= least) throw error
        size = Math.max(least, Math.floor(size / 8))
      }
    }
  }
}
