import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Provider } from '../../../src/contract/session'
import { setOtherwise } from '../../support/server/accounts'
import { ada, type OauthFault } from '../../support/server/oauth'
import { both, socialServer } from '../../support/server/socialServer'

const { oauth, server, enter, usersOf } = socialServer()

describe('a token that is no proof', () => {
  it.each<[string, Provider, () => string]>([
    ['unknown', 'google', () => 'ya29.unknown'],
    ['unknown', 'facebook', () => 'EAABunknown'],
    ['past its time', 'google', () => oauth.issue('google', -1)],
    ['past its time', 'facebook', () => oauth.issue('facebook', -1)],
    ['Facebook’s', 'google', () => oauth.issue('facebook')],
    ['Google’s', 'facebook', () => oauth.issue('google')],
    ['with a parameter in it', 'facebook', () => `${oauth.issue('facebook')}&app_id=1`],
  ])('is refused with 401, and nothing is stored, when it is %s', async (_what, provider, token) => {
    const answer = await enter(provider, token())
    expect([answer.status, answer.body.code, answer.headers.get('www-authenticate')]).toEqual([401, 'bad_credentials', 'Bearer'])
    expect(answer.body.message).toContain('did not confirm this')
    expect(await usersOf()).toEqual([])
  })

  it.each(both)('is refused when %s issued it for another application', async (provider) => {
    oauth.audience = 'another-application'
    expect((await enter(provider)).status).toBe(401)
    expect(await usersOf()).toEqual([])
  })

  it.each<[string, Provider, string, (body: Readonly<Record<string, unknown>>) => unknown]>([
    ['azp is another client', 'google', '/tokeninfo', (body) => ({ ...body, azp: 'another' })],
    ['userinfo is of another subject', 'google', '/userinfo', (body) => ({ ...body, sub: '1' })],
    ['exp is past', 'google', '/tokeninfo', (body) => ({ ...body, exp: '1000000000' })],
    ['is_valid is a text', 'facebook', '/debug_token', ({ data }) => ({ data: { ...(data as object), is_valid: 'true' } })],
    ['it is a page’s', 'facebook', '/debug_token', ({ data }) => ({ data: { ...(data as object), type: 'PAGE' } })],
    ['/me is another user', 'facebook', '/me', (body) => ({ ...body, id: '1' })],
    ['it names no user', 'facebook', '/debug_token', ({ data }) => ({ data: { ...(data as object), user_id: undefined } })],
  ])('is refused when %s', async (_what, provider, path, change) => {
    oauth.alter = (body, at) => (at === path ? change(body) : body)
    expect((await enter(provider)).status).toBe(401)
    expect(await usersOf()).toEqual([])
  })

  it.each([false, 'true', 'false', 1, null, undefined])(
    'is refused when Google says of the mail that verified is %j',
    async (verified) => {
      oauth.person = { ...ada, emailVerified: verified }
      const answer = await enter('google')
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect(answer.body.message).toContain('has not verified')
      expect(await usersOf()).toEqual([])
    },
  )

  it.each<[Provider, string | undefined]>([
    ['google', undefined],
    ['facebook', undefined],
    ['facebook', ''],
    ['facebook', 'ada@example.com,eve@example.com'],
    ['facebook', 'ada@example.com\r\nBcc: eve@example.com'],
  ])('is refused when %s tells the mail %j', async (provider, email) => {
    oauth.person = { ...ada, email }
    const answer = await enter(provider)
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('did not share your email address')
    expect(await usersOf()).toEqual([])
  })
})

describe('a provider that fails', () => {
  const faults: OauthFault[] = ['api fails', 'api answers HTML', 'api answers {}', 'api redirects', 'api is endless']

  it.each(both.flatMap((provider) => faults.map((fault) => [provider, fault] as const)))(
    'is answered with 503 and a sentence when %s’s %s',
    async (provider, fault) => {
      oauth.fault = fault
      const answer = await enter(provider)
      expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'provider_unavailable', '10'])
      expect(answer.body.message).toContain('sign in with your password')
      expect(oauth.requests).not.toContain('GET /elsewhere')
      expect(await usersOf()).toEqual([])
    },
  )

  it('is abandoned after five seconds without an answer', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    onTestFinished(() => timeout.mockRestore())
    oauth.fault = 'api hangs'
    const before = oauth.requests.length
    const entering = both.map((provider) => enter(provider))
    await vi.waitFor(() => expect(oauth.requests).toHaveLength(before + both.length))
    expect(timeout.mock.calls).toEqual(both.map(() => [5_000]))
    patience.abort(new DOMException('The operation timed out', 'TimeoutError'))
    const answers = await Promise.all(entering)
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(both.map(() => [503, 'provider_unavailable']))
  })

  it('is answered with 503 when nothing listens there', async () => {
    const away = await setOtherwise(server, {
      googleTokeninfoUrl: 'http://127.0.0.1:1/tokeninfo',
      facebookGraphUrl: 'http://127.0.0.1:1',
    })
    for (const provider of both) expect((await enter(provider, undefined, away)).body.code).toBe('provider_unavailable')
  })

  it('is answered with 503 when Facebook does not accept this server’s own secret', async () => {
    const wrong = await setOtherwise(server, { facebookAppSecret: 'another' })
    expect((await enter('facebook', undefined, wrong)).body.code).toBe('provider_unavailable')
  })
})
