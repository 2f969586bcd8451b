import { describe, expect, it } from 'vitest'
import { createQuarantine } from '../../src/auth/quarantine'
import { parseToken } from '../../src/auth/tokens'
import { createVirtualClock } from '../support/session/virtualClock'

const sessionToken = (sessionId: string) => parseToken('a token', 60_000, 60_000, sessionId)

describe('the quarantine', () => {
  it('recognises only the session that ended last, for two seconds', async () => {
    const clock = createVirtualClock()
    const quarantine = createQuarantine(clock)
    expect(quarantine.isResurrected(sessionToken('one'))).toBe(false)
    quarantine.end('one')
    await clock.advance(1_000)
    expect([quarantine.isResurrected(sessionToken('one')), quarantine.isResurrected(sessionToken('two'))]).toEqual([true, false])
    quarantine.end('two')
    await clock.advance(1_500)
    expect([quarantine.isResurrected(sessionToken('one')), quarantine.isResurrected(sessionToken('two'))]).toEqual([false, true])
    await clock.advance(500)
    expect(quarantine.isResurrected(sessionToken('two'))).toBe(false)
  })
})
