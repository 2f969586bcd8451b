import { describe, expect, it } from 'vitest'
import { movedRollout, rolloutMachine, rolloutMovesFrom } from '../../machines/rolloutMachine'
import { rolloutStatuses } from '../../src/contract/rollouts'
import { nodesOf } from '../support/session/chart'

const ada = '01920000-0000-7000-8000-000000000001'
const grace = '01920000-0000-7000-8000-000000000002'

describe('rolloutMachine', () => {
  it('has the contract’s statuses', () => {
    const [, ...nodes] = nodesOf(rolloutMachine)
    expect(nodes.map(({ key }) => key)).toEqual([...rolloutStatuses])
  })

  it('offers only an administrator’s moves', () => {
    expect(rolloutStatuses.map((status) => rolloutMovesFrom(status))).toEqual([
      ['start'],
      ['approve', 'stop'],
      ['retry', 'pause', 'stop'],
      ['resume', 'retry', 'stop'],
      ['retry'],
      [],
    ])
  })

  it('starts at once what is due and needs no second administrator, and schedules the rest', () => {
    const start = { type: 'start', needsApproval: false, isDue: true } as const
    expect(movedRollout('draft', start)).toBe('running')
    expect(movedRollout('draft', { ...start, isDue: false })).toBe('scheduled')
    expect(movedRollout('draft', { ...start, needsApproval: true })).toBe('scheduled')
  })

  it('is approved once, and not by the user who started it', () => {
    const approve = { type: 'approve', by: grace, requestedBy: ada, isApprovalPending: true } as const
    expect(movedRollout('scheduled', approve)).toBe('scheduled')
    expect(movedRollout('scheduled', { ...approve, by: ada })).toBeNull()
    expect(movedRollout('scheduled', { ...approve, isApprovalPending: false })).toBeNull()
  })

  it('begins at its start time when no approval is missing', () => {
    expect(movedRollout('scheduled', { type: 'begin', isApprovalPending: false, isDue: true })).toBe('running')
    expect(movedRollout('scheduled', { type: 'begin', isApprovalPending: true, isDue: true })).toBeNull()
    expect(movedRollout('scheduled', { type: 'begin', isApprovalPending: false, isDue: false })).toBeNull()
  })

  it('can be retried only with failed gateways, and never once stopped', () => {
    expect(movedRollout('finished', { type: 'retry', failed: 1 })).toBe('running')
    expect(movedRollout('finished', { type: 'retry', failed: 0 })).toBeNull()
    expect(movedRollout('stopped', { type: 'retry', failed: 1 })).toBeNull()
  })
})
