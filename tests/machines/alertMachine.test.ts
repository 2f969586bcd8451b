import { describe, expect, it } from 'vitest'
import { alertMachine, alertMovesFrom, movedAlert } from '../../machines/alertMachine'
import { alertStatuses } from '../../src/contract/alerts'
import { nodesOf } from '../support/session/chart'

const now = '2026-11-20T08:15:00.000Z'

describe('alertMachine', () => {
  it('has the contract’s statuses', () => {
    const [, ...nodes] = nodesOf(alertMachine)
    expect(nodes.map(({ key }) => key)).toEqual([...alertStatuses])
  })

  it('offers only an administrator’s moves', () => {
    expect(alertStatuses.map((status) => alertMovesFrom(status))).toEqual([
      ['acknowledge', 'snooze', 'resolve'],
      ['snooze', 'resolve'],
      [],
    ])
  })

  it('distinguishes a move that leads back to the same status from one that is refused', () => {
    expect(movedAlert('acknowledged', { type: 'snooze', until: null, now })).toBe('acknowledged')
    expect(movedAlert('acknowledged', { type: 'snooze', until: now, now })).toBeNull()
    expect(movedAlert('resolved', { type: 'resolve' })).toBeNull()
  })
})
