/** Does `work` once however often it is asked for; what failed is tried again on the next call. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined
  return () => {
    under ??= work().catch((error: unknown) => {
      under = undefined
      throw error
    })
    return under
  }
}
