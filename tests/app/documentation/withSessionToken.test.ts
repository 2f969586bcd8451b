import { describe, expect, it } from 'vitest'
import { withSessionToken } from '../../../src/app/documentation/withSessionToken'

const origin = 'https://frond.example.com'
const call = { url: '/api/v1/gateways', method: 'GET', headers: { accept: 'application/json' } }

describe('a call tried in the documentation', () => {
  it('is sent with the session’s token', () => {
    expect(withSessionToken(call, origin, 'token')).toEqual({
      ...call,
      headers: { accept: 'application/json', Authorization: 'Bearer token' },
    })
  })

  it('is sent unchanged while nobody is signed in', () => {
    expect(withSessionToken(call, origin, null)).toBe(call)
  })

  it('keeps the token or key that the reader entered', () => {
    const withOwnKey = { ...call, headers: { authorization: 'Bearer a-gateway’s-key' } }
    expect(withSessionToken(withOwnKey, origin, 'token')).toBe(withOwnKey)
  })

  it('sends the token neither to another origin nor with the request for the document', () => {
    const elsewhere = { ...call, url: 'https://other.example.com/api/v1/gateways' }
    expect(withSessionToken(elsewhere, origin, 'token')).toBe(elsewhere)
    const document = { ...call, loadSpec: true }
    expect(withSessionToken(document, origin, 'token')).toBe(document)
  })
})
