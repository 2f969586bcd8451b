/** A clock that stands until the test moves it. */
export interface TestClock {
  now: Date
  advance(ms: number): void
}

/** Starts at the present, because libraries check its tokens by the real time. */
export function createClock(now = new Date()): TestClock {
  return {
    now,
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
}

/** A clock that only `sleep` moves; `passed` receives the milliseconds slept in all. */
export function standingClock(passed: (ms: number) => void = () => undefined) {
  let time = 0
  return {
    waited: () => time,
    async sleep(ms: number) {
      time += ms
      passed(time)
    },
  }
}
