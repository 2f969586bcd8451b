/** A clock that stands until it is moved. */
export interface TestClock {
  now: Date
  advance(ms: number): void
}

/** Starts at the present, so that tokens signed by it are good for the libraries that look at the real time. */
export function createClock(now = new Date()): TestClock {
  return {
    now,
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
}
