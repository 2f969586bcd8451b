import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs, failingJobs, logJobs } from '../../../src/server/process/jobs'
import { signal } from '../../support/signal'

const AT = new Date('2026-05-01T08:00:00Z')
const away = () => Promise.reject(new Error('away'))

describe('a job', () => {
  it('returns its result, and counts as succeeded', async () => {
    const jobs = createJobs(() => AT)
    expect(await jobs.attempt('sweep', async () => 7)).toBe(7)
    expect(jobs.records()).toEqual([{ name: 'sweep', runs: 1, failures: 0, failuresInRow: 0, succeededAt: AT }])
  })

  it('never rejects, and counts as failed until it succeeds again', async () => {
    const jobs = createJobs(() => AT)
    expect(await jobs.attempt('sweep', away)).toBeUndefined()
    expect(await jobs.attempt('sweep', away)).toBeUndefined()
    expect(jobs.records()).toMatchObject([{ runs: 2, failures: 2, failuresInRow: 2, succeededAt: null }])
    await jobs.attempt('sweep', async () => undefined)
    expect(jobs.records()).toMatchObject([{ runs: 3, failures: 2, failuresInRow: 0, succeededAt: AT }])
  })

  it('counts as failing no more once nothing is left that could fail, without a run or a success', async () => {
    const jobs = createJobs(() => AT)
    await jobs.attempt('sweep', away)
    jobs.settle('sweep')
    expect(jobs.records()).toMatchObject([{ runs: 1, failures: 1, failuresInRow: 0, succeededAt: null }])
    jobs.settle('unknown')
    expect(jobs.records()).toHaveLength(1)
  })

  it('counts as failing from the third consecutive failure', async () => {
    const jobs = createJobs()
    await jobs.attempt('sweep', away)
    await jobs.attempt('sweep', away)
    expect(failingJobs(jobs)).toEqual([])
    await jobs.attempt('sweep', away)
    expect(failingJobs(jobs)).toEqual(['sweep'])
    await jobs.attempt('sweep', async () => undefined)
    expect(failingJobs(jobs)).toEqual([])
  })
})

describe('a repeated job', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs one at a time, however long it takes, and continues after a failure', async () => {
    const jobs = createJobs()
    const first = signal()
    const work = vi.fn(() => first.given.then(away))
    const stop = jobs.every('rollups', 1000, work)
    await vi.advanceTimersByTimeAsync(3500)
    expect(work).toHaveBeenCalledTimes(1)
    first.give()
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('is awaited when it is stopped, and does not run again', async () => {
    const jobs = createJobs()
    const running = signal()
    const work = vi.fn(() => running.given)
    const stop = jobs.every('rollups', 1000, work)
    await vi.advanceTimersByTimeAsync(1000)
    let isStopped = false
    const stopped = stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(5000)
    expect(isStopped).toBe(false)
    running.give()
    await stopped
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('the log of jobs', () => {
  it('contains the first, second and fourth consecutive failure with the reason, and the recovery', async () => {
    const jobs = createJobs()
    const log = { error: vi.fn(), info: vi.fn() }
    logJobs(jobs, log)
    for (let at = 0; at < 5; at += 1) await jobs.attempt('rollups', away)
    expect(log.error.mock.calls.map(([about]) => (about as { failuresInRow: number }).failuresInRow)).toEqual([1, 2, 4])
    expect(log.error.mock.calls[0]).toEqual([
      { job: 'rollups', failuresInRow: 1, err: expect.objectContaining({ message: 'away' }) },
      'A background job failed',
    ])
    expect(log.info).not.toHaveBeenCalled()
    for (let at = 0; at < 2; at += 1) await jobs.attempt('rollups', async () => undefined)
    expect(log.info.mock.calls).toEqual([[{ job: 'rollups', failuresInRow: 5 }, 'A background job works again']])
  })
})
