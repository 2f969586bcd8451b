import { describe, expect, it } from 'vitest'
import { redirectOf, type Access, type Visitor } from '../../src/app/guards'

const safe = (raw: string | null) => raw ?? '/pages/dashboard'

function redirect(address: string, access: Access, visitor: Visitor) {
  const { pathname, search, hash } = new URL(address, 'http://localhost')
  return redirectOf({ pathname, search, hash }, access, visitor, safe)
}

describe('redirectOf', () => {
  it.each(['/', '/pages', '/pages/', '/Pages'])('leads %s to the dashboard', (address) => {
    expect(redirect(address, 'session', 'session')).toBe('/pages/dashboard')
  })

  it('sends a guest to sign-in and remembers where they wanted to go', () => {
    expect(redirect('/pages/gateways?q=a&state=offline#row', 'session', 'guest')).toBe(
      '/sign-in?returnUrl=%2Fpages%2Fgateways%3Fq%3Da%26state%3Doffline%23row',
    )
  })

  it('sends a user who has just signed out to sign-in without a return address', () => {
    expect(redirect('/pages/gateways', 'session', 'signedOut')).toBe('/sign-in')
    expect(redirect('/', 'session', 'signedOut')).toBe('/sign-in')
  })

  it('redirects a signed-in user from the pages for guests to the return address', () => {
    expect(redirect('/sign-in?returnUrl=%2Fpages%2Fsensors', 'guest', 'session')).toBe('/pages/sensors')
    expect(redirect('/sign-up', 'guest', 'session')).toBe('/pages/dashboard')
    expect(redirect('/sign-up?invitation=x', 'guest', 'session')).toBe('/invited?invitation=x')
  })

  it('redirects from the pages for both only a user who was a guest until now', () => {
    expect(redirect('/forgot-password', 'either', 'session')).toBeNull()
    expect(redirect('/forgot-password', 'either', 'guest')).toBeNull()
    expect(redirect('/forgot-password?returnUrl=%2Fpages%2Fsensors', 'either', 'signedIn')).toBe('/pages/sensors')
    expect(redirect('/sign-in', 'guest', 'signedIn')).toBe('/pages/dashboard')
    expect(redirect('/pages/sensors', 'session', 'signedIn')).toBeNull()
  })

  it('leads an address with empty parts to the one without them', () => {
    expect(redirect('/pages//gateways///new?q=a//b', 'session', 'session')).toBe('/pages/gateways/new?q=a//b')
    expect(redirect('/pages//gateways', 'session', 'guest')).toBe('/sign-in?returnUrl=%2Fpages%2F%2Fgateways')
  })

  it('does not redirect from pages that the visitor may see', () => {
    expect(redirect('/sign-in', 'guest', 'guest')).toBeNull()
    expect(redirect('/pages/gateways', 'session', 'session')).toBeNull()
  })

  it('redirects nobody while the session is unknown', () => {
    expect(redirect('/pages/gateways', 'session', 'pending')).toBeNull()
    expect(redirect('/sign-up', 'guest', 'pending')).toBeNull()
  })
})
