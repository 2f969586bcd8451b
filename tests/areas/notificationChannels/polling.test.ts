import { describe, expect, it } from 'vitest'
import { DUE_POLL_MS, POLL_MS, pollingOf } from '../../../src/areas/notificationChannels/polling'
import type { Delivery } from '../../../src/contract/channelCalls'

const NOW = Date.parse('2026-06-01T12:00:00Z')

function delivery(status: Delivery['status'], inMs: number | null = null): Delivery {
  const nextAt = inMs === null ? null : new Date(NOW + inMs).toISOString()
  return {
    id: crypto.randomUUID(),
    status,
    kind: 'alerts',
    createdAt: new Date(NOW).toISOString(),
    attempts: 0,
    alertsCount: 1,
    answerStatus: null,
    answer: null,
    tookMs: null,
    endedAt: null,
    nextAt,
  }
}

describe('a channel’s messages', () => {
  it('are requested every half minute although none waits: an alert may send the next at any time', () => {
    expect(pollingOf([], NOW)).toBe(POLL_MS)
    expect(pollingOf([delivery('sent'), delivery('failed')], NOW)).toBe(POLL_MS)
  })

  it('are requested when the next one is due, but not without a pause', () => {
    expect(pollingOf([delivery('sent'), delivery('waiting', 20_000), delivery('waiting', 10_000)], NOW)).toBe(10_000)
    expect(pollingOf([delivery('waiting', -5_000)], NOW)).toBe(DUE_POLL_MS)
    expect(pollingOf([delivery('waiting')], NOW)).toBe(DUE_POLL_MS)
    expect(pollingOf([delivery('waiting', 3_600_000)], NOW)).toBe(POLL_MS)
  })

  it('are requested again after a failed request', () => {
    expect(pollingOf(undefined, NOW)).toBe(POLL_MS)
  })
})
