/**
 * What `work` comes to within `ms` milliseconds; rejects when that takes longer. For promises that are about time; whatever else waits, waits
 * for what is seen. Timers ring in their order, so that a busy machine does not make an answer late that is not.
 */
export function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
