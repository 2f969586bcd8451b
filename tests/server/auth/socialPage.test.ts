import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { socialDialogs } from '../../../src/server/auth/socialDialog'
import { socialPage } from '../../../src/server/auth/socialPage'
import { readSettings } from '../../../src/server/process/settings'

const settings = readSettings({ FROND_SECRET: 'a secret for tests, and for tests only', FROND_ADMIN_PASSWORD: 'moss moss moss' })

describe('the page that a provider’s window returns to', () => {
  const get = async (url: string) => {
    const app = fastify()
    socialPage(app)
    const response = await app.inject(url)
    await app.close()
    return response
  }

  it('runs only its own script, is not cached, and stays connected to its opener', async () => {
    const { statusCode, headers, body } = await get('/oauth/callback?error=access_denied&state=1')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
    const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy.join()).not.toContain('unsafe')
  })

  it('does not repeat what it received', async () => {
    const { body } = await get('/oauth/callback?error=<script>alert(1)</script>&state=secret')
    expect(body).not.toMatch(/alert|secret/)
  })
})

describe('socialDialogs', () => {
  it('is empty for a provider that is not configured', () => {
    expect(socialDialogs(settings)).toEqual({ google: '', facebook: '' })
  })

  it('request a token for the profile and the mail only, and contain no secret', () => {
    const dialogs = socialDialogs({ ...settings, googleClientId: '1&x=2', facebookAppId: '46' })
    const [google, facebook] = [new URL(dialogs.google), new URL(dialogs.facebook)]
    expect(google.origin + google.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(google.searchParams)).toEqual({
      client_id: '1&x=2',
      response_type: 'token',
      scope: 'openid profile email',
      prompt: 'select_account',
    })
    expect(facebook.origin + facebook.pathname).toBe('https://www.facebook.com/dialog/oauth')
    expect(Object.fromEntries(facebook.searchParams)).toEqual({
      client_id: '46',
      response_type: 'token',
      scope: 'email,public_profile',
      display: 'popup',
      auth_type: 'rerequest',
    })
  })
})
