import { describe, expect, it } from 'vitest'
import { groupsOf } from '../../../src/contract/rolloutCalls'
import { NO_CANARY_LEFT, verdictOf, type JudgedGroup } from '../../../src/server/rollouts/verdict'

const thresholds = { goOnPct: 90, withinH: 12, stopPct: 20, stopCount: null }
const group = (changes: Partial<JudgedGroup> = {}): JudgedGroup => ({
  number: 1,
  kind: 'canary',
  state: 'running',
  isLate: false,
  gatewaysCount: 10,
  waitingCount: 0,
  assignedCount: 10,
  succeededCount: 0,
  failedCount: 0,
  skippedCount: 0,
  ...changes,
})
const next = group({ number: 2, kind: 'wave', state: 'waiting', waitingCount: 10, assignedCount: 0 })

describe('verdictOf', () => {
  it('waits while a group has neither succeeded nor failed', () => {
    expect(verdictOf(thresholds, [group({ assignedCount: 2, succeededCount: 8 }), next])).toBeNull()
  })

  it('continues at the threshold, and not below', () => {
    expect(verdictOf(thresholds, [group({ assignedCount: 1, succeededCount: 9 }), next])).toEqual({
      type: 'goOn',
      done: 1,
      next: 2,
    })
    expect(verdictOf({ ...thresholds, goOnPct: 91 }, [group({ assignedCount: 1, succeededCount: 9 }), next])).toBeNull()
  })

  it('continues with the gateways to retry before the waves that still wait', () => {
    const retry = group({ number: 3, kind: 'retry', state: 'waiting', gatewaysCount: 1, waitingCount: 1, assignedCount: 0 })
    const done = group({ gatewaysCount: 3, assignedCount: 0, succeededCount: 3 })
    expect(verdictOf(thresholds, [done, next, retry])).toEqual({ type: 'goOn', done: 1, next: 3 })
    const retrying = group({ ...retry, state: 'running', waitingCount: 0, assignedCount: 1 })
    expect(verdictOf(thresholds, [{ ...done, state: 'done' }, next, retrying])).toBeNull()
    const failedAgain = { ...retrying, assignedCount: 0, failedCount: 1 }
    expect(verdictOf(thresholds, [{ ...done, state: 'done' }, next, failedAgain])).toMatchObject({ type: 'pause' })
  })

  it('does not count excluded gateways', () => {
    const left = group({ assignedCount: 0, succeededCount: 9, skippedCount: 1 })
    expect(verdictOf({ ...thresholds, goOnPct: 100 }, [left, next])).toMatchObject({ type: 'goOn' })
  })

  it('pauses before the waves when no gateway of the canary is left, and none that was retried', () => {
    const emptied = group({ gatewaysCount: 2, assignedCount: 0, skippedCount: 2 })
    const gone = group({ gatewaysCount: 0, assignedCount: 0 })
    const pause = { type: 'pause', reason: NO_CANARY_LEFT }
    expect(verdictOf(thresholds, [emptied, next])).toEqual(pause)
    expect(verdictOf(thresholds, [gone, next])).toEqual(pause)

    const retry = { ...gone, number: 3, kind: 'retry' as const }
    expect(verdictOf(thresholds, [gone, next, { ...retry, state: 'waiting' }])).toEqual({ type: 'goOn', done: 1, next: 3 })
    expect(verdictOf(thresholds, [{ ...gone, state: 'done' }, next, retry])).toEqual(pause)
    const proven = group({ state: 'done', assignedCount: 0, succeededCount: 10 })
    expect(verdictOf(thresholds, [proven, next, retry])).toEqual({ type: 'goOn', done: 3, next: 2 })
  })

  it('goes on past an emptied group that is no canary, and has no wave to hold back after the canary', () => {
    const emptied = group({ gatewaysCount: 2, assignedCount: 0, skippedCount: 2 })
    expect(verdictOf(thresholds, [{ ...emptied, kind: 'wave' }, next])).toEqual({ type: 'goOn', done: 1, next: 2 })
    expect(verdictOf(thresholds, [emptied])).toEqual({ type: 'goOn', done: 1, next: null })
  })

  it('stops for failures of a completed group', () => {
    const done = group({ state: 'done', assignedCount: 0, succeededCount: 8, failedCount: 2 })
    expect(verdictOf(thresholds, [done, { ...next, state: 'running' }])).toEqual({
      type: 'stop',
      reason: '2 of 10 gateways of the canary failed',
    })
    const failing = { ...next, state: 'running' as const, failedCount: 3 }
    expect(verdictOf(thresholds, [group({ state: 'done' }), failing])).toMatchObject({
      reason: '3 of 10 gateways of wave 1 failed',
    })
  })

  it('pauses with the numbers when a group cannot reach the threshold', () => {
    expect(
      verdictOf(thresholds, [group({ assignedCount: 0, succeededCount: 9, failedCount: 1, gatewaysCount: 11, waitingCount: 0 })]),
    ).toEqual({
      type: 'pause',
      reason: '9 of 11 gateways of the canary installed the firmware: 90 % are required to continue',
    })
    const late = [group({ isLate: true })]
    const within = (hours: string) => ({
      reason: expect.stringContaining(`installed the firmware within ${hours}: 90 %`) as string,
    })
    expect(verdictOf(thresholds, late)).toMatchObject({ type: 'pause', ...within('12 hours') })
    expect(verdictOf({ ...thresholds, withinH: 1 }, late)).toMatchObject({ type: 'pause', ...within('1 hour') })
  })

  it('finishes when every group is done and nothing is under way, or its time is over', () => {
    const done = group({ state: 'done', assignedCount: 1, succeededCount: 9 })
    expect(verdictOf(thresholds, [done])).toBeNull()
    expect(verdictOf(thresholds, [{ ...done, isLate: true }])).toEqual({ type: 'finish' })
    expect(verdictOf(thresholds, [{ ...done, assignedCount: 0, succeededCount: 10 }])).toEqual({ type: 'finish' })
  })
})

describe('groupsOf', () => {
  it('makes waves up to their shares of all, the canary included, and no empty ones', () => {
    const sizes = (...args: Parameters<typeof groupsOf>) =>
      groupsOf(...args).map(({ kind, gatewaysCount }) => [kind, gatewaysCount])
    expect(sizes(100, 5, [{ percent: 10 }, { percent: 50 }, { percent: 100 }])).toEqual([
      ['canary', 5],
      ['wave', 5],
      ['wave', 40],
      ['wave', 50],
    ])
    expect(sizes(10, 3, [{ percent: 10 }, { percent: 100 }])).toEqual([
      ['canary', 3],
      ['wave', 7],
    ])
    expect(sizes(3, 0, [])).toEqual([['wave', 3]])
    expect(sizes(0, 0, undefined)).toEqual([])
  })
})
