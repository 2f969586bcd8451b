/** A job's statistics since the process started. */
export interface JobRecord {
  readonly name: string
  readonly runs: number
  readonly failures: number
  /** Failures since the last success. */
  readonly failuresInRow: number
  /** The time of the last success; null without one. */
  readonly succeededAt: Date | null
}

/** The result of a run: an error, or null for success. */
type JobOutcome = { readonly error: unknown } | null

/**
 * Background work. Since no request waits for it, its failures would pass unnoticed: they are counted (`/metrics`), shown while they last
 * (`/readyz`) and logged.
 */
export interface Jobs {
  /** Records the result of a run. */
  note(name: string, outcome: JobOutcome): void
  /** Stops counting a job as failing, because nothing is left that could fail. Does not count as a run. */
  settle(name: string): void
  /** Runs a job now. Never rejects: records a failure and resolves with undefined. */
  attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
  /** Runs a job every `everyMs` milliseconds, one run at a time. Returns a function that stops it and waits for the current run. */
  every(name: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void>
  records(): readonly JobRecord[]
  /** Calls the listener with each result and the statistics before it. */
  listen(listener: (before: JobRecord, outcome: JobOutcome) => void): void
}

/** Consecutive failures from which a job counts as failing; fewer may come from a busy database. */
const FAILING_FROM = 3

/** Creates the job supervisor of a process. */
export function createJobs(now: () => Date = () => new Date()): Jobs {
  const known = new Map<string, JobRecord>()
  const listeners: Parameters<Jobs['listen']>[0][] = []

  function note(name: string, outcome: JobOutcome): void {
    const before = known.get(name) ?? { name, runs: 0, failures: 0, failuresInRow: 0, succeededAt: null }
    const runs = before.runs + 1
    known.set(
      name,
      outcome === null
        ? { ...before, runs, failuresInRow: 0, succeededAt: now() }
        : { ...before, runs, failures: before.failures + 1, failuresInRow: before.failuresInRow + 1 },
    )
    for (const listener of listeners) listener(before, outcome)
  }

  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await work()
      note(name, null)
      return answer
    } catch (error) {
      note(name, { error })
      return undefined
    }
  }

  return {
    note,
    settle(name) {
      const record = known.get(name)
      if (record !== undefined) known.set(name, { ...record, failuresInRow: 0 })
    },
    attempt,
    every(name, everyMs, work) {
      let running: Promise<unknown> = Promise.resolve()
      let isIdle = true
      const timer = setInterval(() => {
        if (!isIdle) return
        isIdle = false
        running = attempt(name, work).then(() => (isIdle = true))
      }, everyMs)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
    records: () => [...known.values()],
    listen: (listener) => void listeners.push(listener),
  }
}

/** Names of the jobs that fail repeatedly. */
export function failingJobs(jobs: Pick<Jobs, 'records'>): readonly string[] {
  return jobs.records().flatMap(({ name, failuresInRow }) => (failuresInRow >= FAILING_FROM ? [name] : []))
}

/** The part of a logger that `logJobs` needs. */
interface Log {
  error(about: object, message: string): void
  info(about: object, message: string): void
}

/**
 * Logs the first, second, fourth, eighth … consecutive failure of a job, since a database that is down fails a job each second; and its
 * recovery.
 */
export function logJobs(jobs: Pick<Jobs, 'listen'>, log: Log): void {
  jobs.listen(({ name, failuresInRow }, outcome) => {
    const inRow = failuresInRow + 1
    if (outcome === null) {
      if (failuresInRow > 0) log.info({ job: name, failuresInRow }, 'A background job works again')
    } else if (Number.isInteger(Math.log2(inRow)))
      log.error({ job: name, failuresInRow: inRow, err: outcome.error }, 'A background job failed')
  })
}
