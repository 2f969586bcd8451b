/** A queue that gives one resource to one holder at a time, in order of asking. */
export interface Turns {
  /** Resolves with the function that ends the turn; rejects with `late()` after `waitMs`. */
  take(waitMs: number, late: () => Error): Promise<() => void>
}

/** Creates the queue. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let isBusy = false

  function next(): void {
    const first = waiting.shift()
    if (first === undefined) isBusy = false
    else first()
  }

  function turn(): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      next()
    }
  }

  return {
    take(waitMs, late) {
      if (!isBusy) {
        isBusy = true
        return Promise.resolve(turn())
      }
      return new Promise((resolve, reject) => {
        const start = (): void => {
          clearTimeout(timer)
          resolve(turn())
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(late())
        }, waitMs)
        waiting.push(start)
      })
    },
  }
}
