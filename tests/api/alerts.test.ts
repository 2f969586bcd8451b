import { describe, expect, it } from 'vitest'
import { createAlerts, isAlerting } from '../../src/api/alerts'
import { aborted, malformed, noToken, offline, refused, sessionChanged, signedOut, timedOut } from '../../src/api/errors'
import type { ApiError } from '../../src/api/extra'
import { createVirtualClock } from '../support/session/virtualClock'

/** Makes the error of a server that refuses with this sentence. */
function no(message: string): ApiError {
  return refused(new Response(null, { status: 503 }), JSON.stringify({ message, code: 'not_configured' }), 0)
}

function create(behind = () => 0) {
  const clock = createVirtualClock()
  const shown: ApiError[] = []
  return { clock, shown, alert: createAlerts({ now: () => clock.now() - behind(), show: (error) => shown.push(error) }) }
}

describe('createAlerts', () => {
  it('shows the same status and message once within a second', async () => {
    const { clock, shown, alert } = create()
    for (let i = 0; i < 8; i += 1) alert(offline())
    await clock.advance(999)
    alert(offline())
    expect(shown).toHaveLength(1)
    await clock.advance(1)
    alert(offline())
    expect(shown).toHaveLength(2)
  })

  it('shows it again when the clock is set back', () => {
    let behind = 0
    const { shown, alert } = create(() => behind)
    alert(offline())
    behind = 3_600_000
    alert(offline())
    expect(shown).toHaveLength(2)
  })

  it('shows each of several errors at the same time', () => {
    const { shown, alert } = create()
    alert(malformed(500))
    alert(malformed(502))
    alert(no('Google is not configured'))
    alert(no('Facebook is not configured'))
    expect(shown).toHaveLength(4)
  })
})

describe('isAlerting', () => {
  it.each([offline(), timedOut(), malformed(200), noToken(), no('Later')])('is true for $kind $status', (error) => {
    expect(isAlerting(error)).toBe(true)
  })

  it.each([aborted(), signedOut(), sessionChanged()])('is false for $kind', (error) => {
    expect(isAlerting(error)).toBe(false)
  })
})
