import { describe, expect, it } from 'vitest'
import { createCallKeys } from '../../../src/crud/model/callKeys'

describe('the keys of a dialog’s calls', () => {
  it('are the same while the same call is sent again', () => {
    const keys = createCallKeys()
    expect(keys.keyOf({ ids: ['a'], set: { model: 'Lux' } })).toBe(keys.keyOf({ ids: ['a'], set: { model: 'Lux' } }))
  })

  it('differ by call, by dialog, and once a call is answered', () => {
    const keys = createCallKeys()
    const first = keys.keyOf({ ids: ['a'] })
    const other = keys.keyOf({ ids: ['b'] })
    const back = keys.keyOf({ ids: ['a'] })
    keys.answered()
    const later = keys.keyOf({ ids: ['a'] })
    expect(new Set([first, other, back, later, createCallKeys().keyOf({ ids: ['a'] })]).size).toBe(5)
  })
})
