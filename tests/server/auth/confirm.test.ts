import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { iris, mailedToken, post, signUpOf } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const MINUTE = 60_000
const server = emptiedServer({ registration: 'open' })
const preview = (token: string) => post(server, sessionPaths.confirmPreview, { token })
let registeredAt: string

beforeEach(async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }
  await post(server, sessionPaths.signUp, signUpOf(), { headers, from: '198.51.100.7' })
  registeredAt = server.clock.now.toISOString()
  server.clock.advance(MINUTE)
})

describe('the preview of a confirmation link', () => {
  it('says who registered, when and from where', async () => {
    const token = await mailedToken(server, '/confirm')
    const answer = await preview(token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body.result).toEqual({
      email: iris.email,
      fullname: 'Iris Blau',
      registeredAt,
      device: 'Firefox on Linux',
      ip: '198.51.100.7',
      confirmed: false,
    })
  })

  it('confirms nothing', async () => {
    const token = await mailedToken(server, '/confirm')
    for (let time = 0; time < 3; time += 1) expect((await preview(token)).status).toBe(200)
    const { rows } = await server.db.query(sql`select email_confirmed_at as at from users`)
    expect(rows).toEqual([{ at: null }])
    expect((await post(server, sessionPaths.confirm, { token })).status).toBe(204)
  })

  it('also works after the confirmation, for a reloaded page', async () => {
    const token = await mailedToken(server, '/confirm')
    await post(server, sessionPaths.confirm, { token })
    expect((await preview(token)).body.result).toMatchObject({ email: iris.email, confirmed: true })
  })

  it('requires a valid link', async () => {
    const older = await mailedToken(server, '/confirm')
    await post(server, sessionPaths.confirmation, { email: iris.email })
    const token = await mailedToken(server, '/confirm')
    await post(server, sessionPaths.forgotPassword, { email: iris.email })
    const reset = await mailedToken(server, '/reset-password')
    for (const wrong of [older, reset, 'unknown']) {
      const { status, body } = await preview(wrong)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['token']])
    }
    server.clock.advance(24 * 60 * MINUTE)
    expect((await preview(token)).status).toBe(422)
    server.clock.advance(-24 * 60 * MINUTE)
    await server.db.query(sql`update users set active = false`)
    expect((await preview(token)).status).toBe(422)
  })
})
