import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionsPathOf, type AccountSession } from '../../../src/contract/account'
import { call, claimsOf, get, GUARDED, register, signIn, tokenOf } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
let admin: string
let iris: string
let irisId: string

beforeEach(async () => {
  admin = await server.signIn()
  iris = await register(server)
  irisId = String(claimsOf(iris)['sub'])
})

const asAdmin = (method: 'GET' | 'POST' | 'DELETE', path: string) => call(server, method, path, undefined, { token: admin })
const last = async () =>
  (await server.db.query(sql`select user_id, action, subject, after from audit_entries order by id desc limit 1`)).rows[0]

describe('the sessions of another user', () => {
  it('are listed for an administrator, none of them marked as the own', async () => {
    const { status, body } = await asAdmin('GET', sessionsPathOf(irisId))
    const sessions = body.result as unknown as AccountSession[]
    expect([status, sessions]).toMatchObject([200, [{ id: claimsOf(iris)['sid'], current: false, ip: '127.0.0.1' }]])
  })

  it('are ended one by one, and the activity records by whom', async () => {
    const other = tokenOf(await signIn(server))
    const path = `${sessionsPathOf(irisId)}/${String(claimsOf(iris)['sid'])}`
    expect((await asAdmin('DELETE', path)).status).toBe(204)
    expect((await get(server, GUARDED, iris)).status).toBe(401)
    expect((await get(server, GUARDED, other)).status).toBe(200)
    expect(await last()).toMatchObject({
      user_id: claimsOf(admin)['sub'],
      action: 'ended',
      subject: 'Session',
      after: { account: 'Iris Blau' },
    })
    expect((await asAdmin('DELETE', path)).status).toBe(404)
  })

  it('are ended all at once; of the own sessions, all but the requesting one', async () => {
    const other = tokenOf(await signIn(server))
    const { body } = await asAdmin('POST', `${sessionsPathOf(irisId)}/end_others`)
    expect(body.result).toEqual({ ended: 2 })
    for (const token of [iris, other]) expect((await get(server, GUARDED, token)).status).toBe(401)
    await asAdmin('POST', `${sessionsPathOf(String(claimsOf(admin)['sub']))}/end_others`)
    expect((await get(server, GUARDED, admin)).status).toBe(200)
  })

  it('answer 404 for an unknown user, and for another user’s session', async () => {
    expect((await asAdmin('GET', sessionsPathOf('01890000-0000-7000-8000-000000000000'))).status).toBe(404)
    expect((await asAdmin('DELETE', `${sessionsPathOf(irisId)}/${String(claimsOf(admin)['sid'])}`)).status).toBe(404)
    expect((await asAdmin('DELETE', `${sessionsPathOf(irisId)}/none`)).status).toBe(404)
  })
})
