import { describe, expect, it } from 'vitest'
import { answerFaults, budgetFaults, timeFault } from '../../../src/tools/prove/attack/judge'
import { screenFaults, typingLost } from '../../../src/tools/prove/faults/judge'
import { p99, servedFaults } from '../../../src/tools/prove/hostile/judge'
import { compare } from '../../../src/tools/prove/kills/book'
import { updateFaults } from '../../../src/tools/prove/kills/updates'

describe('the judge of kills', () => {
  const book = new Map([
    ['fern', 1],
    ['moss', 3],
  ])
  const seen = (...rows: (readonly [string, number])[]) => rows.map(([key, version]) => ({ key, version }))

  it('finds nothing when all acknowledged rows are stored, and perhaps more', () => {
    expect(compare(book, seen(['fern', 1], ['moss', 4], ['ivy', 1]))).toEqual({ lost: [], twice: [] })
  })

  it('finds rows that are missing, outdated, and stored twice', () => {
    expect(compare(book, seen(['moss', 3])).lost).toEqual(['fern'])
    expect(compare(book, seen(['fern', 1], ['moss', 2])).lost).toEqual(['moss'])
    expect(compare(book, seen(['fern', 1], ['moss', 3], ['fern', 1])).twice).toEqual(['fern'])
  })
})

describe('the judge of updates under kills', () => {
  const rollout = { firmware: 'new', state: 'succeeded' }
  const updated = { meant: 'new', received: ['new'], runs: 'new', stored: 'new', assigned: 'new', rollouts: [rollout] }
  const untouched = { meant: null, received: [], runs: null, stored: null, assigned: null, rollouts: [] }

  it('finds nothing when each gateway has its firmware, although it fetched it twice', () => {
    expect(updateFaults(updated)).toEqual([])
    expect(updateFaults({ ...updated, received: ['new', 'new'] })).toEqual([])
    expect(updateFaults(untouched)).toEqual([])
  })

  const other = 'a gateway got a firmware that was not meant for it'
  const forgotten = 'a gateway was forgotten'
  const lost = 'an update that a gateway reported was lost'
  it.each([
    ['another firmware that is fetched', { ...updated, received: ['other', 'new'] }, [other]],
    ['another firmware that is assigned', { ...updated, assigned: 'other' }, [other]],
    ['a rollout that takes a gateway of another one', { ...updated, rollouts: [{ ...rollout, firmware: 'other' }] }, [other]],
    ['a firmware for a gateway that no rollout reaches', { ...untouched, received: ['new'] }, [other]],
    ['an assignment to a gateway that no rollout reaches', { ...untouched, assigned: 'new' }, [other]],
    ['a gateway that stays without', { ...updated, received: [], runs: null, stored: null }, [forgotten]],
    ['a gateway that is not in its rollout', { ...updated, rollouts: [] }, [forgotten]],
    ['a gateway that is twice in it', { ...updated, rollouts: [rollout, rollout] }, ['a gateway is in several rollouts']],
    ['a report that is not stored', { ...updated, stored: null }, [lost]],
    ['a rollout that does not end', { ...updated, rollouts: [{ ...rollout, state: 'assigned' }] }, [lost]],
  ])('finds %s', (_what, gateway, faults) => {
    expect(updateFaults(gateway)).toEqual(faults)
  })
})

describe('the judge of hostile clients', () => {
  const calm = Array.from({ length: 200 }, (_, at) => 10 + (at % 10))
  const met = (ms: number, failed: string[] = []) => ({ times: calm.map(() => ms), failed })

  it('judges by the 99th percentile', () => {
    expect(p99([...Array.from({ length: 99 }, () => 5), 900])).toBe(5)
    expect(p99([5, 900])).toBe(900)
    expect(p99([])).toBe(Number.POSITIVE_INFINITY)
  })

  it('finds slow, missing and refused answers to the administrator', () => {
    const slowCalm = calm.map((ms) => ms + 40)
    expect(servedFaults(slowCalm, met(290))).toEqual([])
    expect(servedFaults(slowCalm, met(296))).toEqual(['more than 5 times as slow as in calm'])
    expect(servedFaults(calm, { times: [], failed: [] })).toHaveLength(1)
    expect(servedFaults(calm, met(12, ['GET /: 503']))).toEqual(['a call was not answered with 2xx'])
  })

  it('tolerates a delay that nobody notices', () => {
    expect(servedFaults([2, 2, 2], met(195))).toEqual([])
    expect(servedFaults([2, 2, 2], met(205))).toHaveLength(1)
  })
})

describe('the judge of an attack', () => {
  const answers = (...statuses: number[]) => statuses.map((status) => ({ status, headers: { 'retry-after': '9' } }))
  const response = (status: number, body: string, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: Buffer.from(body),
    ms: 1,
  })

  it('finds a limit that is exceeded, one that locks everybody out, and an attempt that succeeds', () => {
    expect(budgetFaults(answers(401, 401, 429, 429), 2)).toEqual([])
    expect(budgetFaults(answers(401, 401, 401, 429), 2).join()).toContain('more than 2')
    expect(budgetFaults(answers(429, 429), 2).join()).toContain('locked out')
    expect(budgetFaults(answers(401, 200), 2)).toEqual(['a try got in'])
    expect(budgetFaults(answers(401, 500), 2)).toEqual(['a try was answered with a 5xx'])
    expect(budgetFaults([...answers(401), { status: 429, headers: {} }], 2).join()).toContain('how long to wait')
  })

  it('finds an answer that reveals whether an account exists', () => {
    const known = response(401, '{"message":"No","requestId":"1"}', { date: 'x' })
    expect(answerFaults(known, response(401, '{"message":"No","requestId":"2"}', { date: 'y' }))).toEqual([])
    expect(answerFaults(known, response(404, '{"message":"No","requestId":"2"}', { date: 'y' }))).toHaveLength(1)
    expect(answerFaults(known, response(401, '{"message":"Who?","requestId":"2"}', { date: 'y' }))).toEqual(['the bodies differ'])
    expect(answerFaults(known, response(401, '{"message":"No","requestId":"2"}'))).toEqual(['the headers differ'])
  })

  it('finds times that reveal it, and tolerates differences too small to measure over a network', () => {
    expect(timeFault([30, 31, 32], [33, 30, 29])).toBeNull()
    expect(timeFault([2, 2, 2], [5, 5, 5])).toBeNull()
    expect(timeFault([30, 31, 32], [3, 3, 4])).toContain('for none')
  })
})

describe('the judge of faults', () => {
  const shown = { heading: 'Gateways', text: 'Gateways\nNorth wall', complains: false }
  const complaint = { ...shown, text: 'Gateways\nRetry', complains: true }

  it('finds nothing in a screen that reports the fault, nor in one that was not affected', () => {
    expect(screenFaults(complaint, 'broken', true)).toEqual([])
    expect(screenFaults(complaint, 'hangs', true)).toEqual([])
    expect(screenFaults(shown, 'broken', false)).toEqual([])
    expect(screenFaults(shown, 'slow', true)).toEqual([])
  })

  it('finds a blank screen, one that does not report the fault, and one that reports a slow answer as a fault', () => {
    expect(screenFaults({ ...shown, heading: null }, 'slow', false)).toEqual(['a blank screen'])
    expect(screenFaults({ ...shown, text: ' Gateways\n' }, 'broken', true)).toEqual(['a blank screen'])
    expect(screenFaults(shown, 'broken', true)).toEqual(['a screen that does not say what went wrong'])
    expect(screenFaults(shown, 'hangs', true)).toEqual(['a screen that does not say what went wrong'])
    expect(screenFaults(complaint, 'slow', true)).toEqual(['a screen that complains of a slow network'])
  })

  it('finds lost texts and missing fields', () => {
    expect(typingLost(['Fern', ''], ['Fern', ''])).toBeNull()
    expect(typingLost(['Fern', 'Moss'], ['Fern', ''])).toBe('1 of 2 fields')
    expect(typingLost(['Fern', 'Moss'], [])).toBe('2 of 2 fields')
    expect(typingLost(['Fern'], ['Fern', 'Moss'])).not.toBeNull()
  })
})
