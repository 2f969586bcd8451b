import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, parseToken, isJwt, isToken, lifetimeOf } from '../../src/auth/tokens'
import { jwt } from '../support/session/tokens'

describe('lifetimeOf', () => {
  it.each([
    ['a JWT’s own lifetime, whatever the answer says', jwt({ iat: 1_000, exp: 1_900 }), 5, 900_000],
    ['the answer’s seconds where the JWT has no iat', jwt({ exp: 1_900 }), 60, 60_000],
    ['the answer’s seconds where the JWT has no exp', jwt({ iat: 1_900 }), 60, 60_000],
    ['the answer’s seconds where the JWT ends before it begins', jwt({ iat: 1_900, exp: 1_000 }), 60, 60_000],
    ['the answer’s seconds for an opaque token', 'opaque-token-0123456789', 60, 60_000],
    ['nothing where nobody says', 'opaque-token-0123456789', null, 0],
    ['a JWT’s own lifetime after a sign-up, which says none', jwt({ iat: 1_000, exp: 1_900 }), null, 900_000],
  ])('is %s', (_, token, seconds, expected) => {
    expect(lifetimeOf(token, seconds)).toBe(expected)
  })
})

describe('parseToken', () => {
  it('reads subject and session from a JWT', () => {
    expect(parseToken(jwt({ sub: 'ada', sid: 's1' }), 1, 2)).toMatchObject({
      subject: 'ada',
      sessionId: 's1',
      expiresAt: 1,
      ttl: 2,
    })
  })

  it('reads no subject from an opaque token, which begins or continues a session', () => {
    const token = 'opaque-token-0123456789'
    expect(parseToken(token, 1, 2)).toMatchObject({ subject: null, sessionId: fingerprint(token) })
    expect(parseToken(token, 1, 2, 's1')).toMatchObject({ subject: null, sessionId: 's1' })
    expect(parseToken(jwt({ sub: 'ada', sid: 's2' }), 1, 2, 's1')).toMatchObject({ sessionId: 's2' })
  })
})

describe('fingerprint', () => {
  it('is short, equal for equal tokens, and reveals nothing of them', () => {
    const token = jwt()
    expect(fingerprint(token)).toBe(fingerprint(token))
    expect(fingerprint(token)).toMatch(/^[0-9a-z]{1,11}$/)
  })

  it('differs for tokens that differ', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (one, other) => one === other || fingerprint(one) !== fingerprint(other)))
    const many = Array.from({ length: 3_000 }, (_, gen) => fingerprint(jwt({ sub: 'ada', gen })))
    expect(new Set(many).size).toBe(many.length)
  })
})

describe('isJwt and isToken', () => {
  it.each(['', 'a.b.c', 'e30', 'e30.e30', 'e30.bm8.x', `${jwt()}.more`, `"${jwt()}"`])('refuse %j as a JWT', (text) => {
    expect(isJwt(text)).toBe(false)
  })

  it.each(['short', 'with a blank', 'naïve-token', 'line\nbreak-token', 'x'.repeat(8_193)])('refuse %j as a token', (text) => {
    expect(isToken(text)).toBe(false)
  })
})
