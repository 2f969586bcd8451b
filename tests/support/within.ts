/**
 * Resolves to the result of `work`; rejects when that takes longer than `ms` milliseconds. For promises about time; all other tests wait
 * for what is seen. Timers fire in order, so that a busy machine does not make an answer seem late.
 */
export function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
