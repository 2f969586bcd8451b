import { describe, expect, it } from 'vitest'
import {
  aborted,
  isAlerting,
  malformed,
  noToken,
  offline,
  refused,
  sessionChanged,
  signedOut,
  timedOut,
} from '../../src/api/errors'
import type { ApiError } from '../../src/api/extra'

/** Makes the error of a server that refuses with this sentence. */
function no(message: string): ApiError {
  return refused(new Response(null, { status: 503 }), JSON.stringify({ message, code: 'not_configured' }), 0)
}

describe('isAlerting', () => {
  it.each([offline(), timedOut(), malformed(200), noToken(), no('Later')])('is true for $kind $status', (error) => {
    expect(isAlerting(error)).toBe(true)
  })

  it.each([aborted(), signedOut(), sessionChanged()])('is false for $kind', (error) => {
    expect(isAlerting(error)).toBe(false)
  })
})
