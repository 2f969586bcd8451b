import sql from 'sql-template-tag'
import { expect, describe, it } from 'vitest'
import { factorPaths, type Factors } from '../../../src/contract/factors'
import { get, GUARDED, tokenOf } from '../../support/server/accounts'
import { secondFactorIn, codeOf, resultOf, secondStep, setUpApp } from '../../support/server/factors'
import { both, socialServer } from '../../support/server/socialServer'

const { server, enter } = socialServer()

describe.each(both)('a sign-in by %s to an account with an authenticator app', (provider) => {
  it('starts no session before the second step, and records both steps afterwards', async () => {
    const app = await setUpApp(server, tokenOf(await enter(provider)), '')
    const answer = await enter(provider)
    expect(answer).toMatchObject({ status: 401, body: { code: 'second_factor', message: 'This account needs a second step' } })
    expect(answer.body.result).toBeUndefined()
    const { challenge, methods } = secondFactorIn(answer)
    expect(methods).toEqual(['totp', 'recovery_code'])
    expect((await get(server, GUARDED, challenge)).status).toBe(401)

    const wrong = await secondStep(server, challenge, { code: '000000' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: 'This code is wrong or was used already' }])
    const done = await secondStep(server, challenge, { code: codeOf(server, app.secret) })
    expect((await get(server, GUARDED, tokenOf(done))).status).toBe(200)
    const { rows } = await server.db.query(sql`
      select after->>'provider' as via, after->>'factor' as factor from audit_entries where action = 'signed_in' order by id desc limit 1`)
    expect(rows).toEqual([{ via: provider, factor: 'totp' }])
  })

  it('accepts a recovery code, once', async () => {
    const token = tokenOf(await enter(provider))
    const [code = ''] = (await setUpApp(server, token, '')).recoveryCodes
    const challenge = async () => secondFactorIn(await enter(provider)).challenge
    expect((await secondStep(server, await challenge(), { recovery_code: code })).status).toBe(200)
    expect((await secondStep(server, await challenge(), { recovery_code: code })).status).toBe(422)
    expect(resultOf<Factors>(await get(server, factorPaths.list, token)).recoveryCodesLeft).toBe(9)
  })

  it('does not allow an account without a password to set up an app ten minutes after its sign-in', async () => {
    const token = tokenOf(await enter(provider))
    server.clock.advance(600_001)
    await expect(setUpApp(server, token, '')).rejects.toThrow('sign in again')
  })
})
