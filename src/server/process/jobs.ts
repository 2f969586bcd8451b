/** The record of a job since the process began. */
export interface JobRecord {
  readonly name: string
  readonly runs: number
  readonly failures: number
  /** How often it has failed since it last did not. */
  readonly failuresInRow: number
  /** When it last went well; null when it never did. */
  readonly succeededAt: Date | null
}

/** What a run ended with; null: it went well. */
type JobOutcome = { readonly error: unknown } | null

/**
 * Work that the server does by itself. Nobody waits for its answer, so that a failure would pass in silence: here it is counted (`/metrics`),
 * shown while it lasts (`/readyz`) and passed to the log.
 */
export interface Jobs {
  /** Notes how a run of a job ended. */
  note(name: string, outcome: JobOutcome): void
  /** Does a job now. Never rejects: what fails is noted, and answered as undefined. */
  attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
  /** Does a job every `everyMs`, one run at a time, until the answer is called; that waits for the run under way. */
  every(name: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void>
  records(): readonly JobRecord[]
  /** Receives each outcome, with the record before it. */
  listen(listener: (before: JobRecord, outcome: JobOutcome) => void): void
}

/** Failures in a row from which a job counts as failing, and not as one that met a busy database. */
const FAILING_FROM = 3

/** Keeps the records of a process's jobs. */
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

/** Names of the jobs that fail again and again. */
export function failingJobs(jobs: Pick<Jobs, 'records'>): readonly string[] {
  return jobs.records().flatMap(({ name, failuresInRow }) => (failuresInRow >= FAILING_FROM ? [name] : []))
}

/** The log. */
interface Log {
  error(about: object, message: string): void
  info(about: object, message: string): void
}

/** Logs failures of jobs: the first, the second, the fourth and so on, since a database that is away fails a job each second; and its end. */
export function logJobs(jobs: Pick<Jobs, 'listen'>, log: Log): void {
  jobs.listen(({ name, failuresInRow }, outcome) => {
    const inRow = failuresInRow + 1
    if (outcome === null) {
      if (failuresInRow > 0) log.info({ job: name, failuresInRow }, 'A background job works again')
    } else if (Number.isInteger(Math.log2(inRow)))
      log.error({ job: name, failuresInRow: inRow, err: outcome.error }, 'A background job failed')
  })
}
