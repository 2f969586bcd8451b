import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountPaths } from '../../../src/contract/account'
import { ACTIVITY_PATH } from '../../../src/contract/activity'
import { call, get, iris, register } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
let token: string

beforeEach(async () => {
  token = await register(server)
})

const put = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(server, 'PUT', accountPaths.account, body, { token, headers })

describe('the own account', () => {
  it('is read with its version', async () => {
    const answer = await get(server, accountPaths.account, token)
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([200, '"1"', 'no-store'])
    expect(answer.body.result).toMatchObject({ fullname: 'Iris Blau', email: iris.email, active: true })
  })

  it('accepts new names, and derives the full name', async () => {
    const answer = await put({ firstName: 'Rosa', lastName: 'Grün' }, { 'if-match': '"1"' })
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"'])
    expect(answer.body.result).toMatchObject({ firstName: 'Rosa', lastName: 'Grün', fullname: 'Rosa Grün' })
    expect((await put({ lastName: null })).body.result).toMatchObject({ firstName: 'Rosa', lastName: null, fullname: 'Rosa' })
    const { rows } = await server.db.query(sql`
      select before->>'fullname' as before, after->>'fullname' as after from audit_entries where action = 'updated' order by id`)
    expect(rows).toEqual([
      { before: 'Iris Blau', after: 'Rosa Grün' },
      { before: 'Rosa Grün', after: 'Rosa' },
    ])
    const { body } = await get(server, `${ACTIVITY_PATH}?action=updated`, token)
    expect(body.result).toMatchObject([
      { changes: [{ field: 'lastName', from: 'Grün', to: null }], restorable: false },
      {
        changes: [
          { field: 'lastName', from: 'Blau', to: 'Grün' },
          { field: 'firstName', from: 'Iris', to: 'Rosa' },
        ],
        restorable: false,
      },
    ])
  })

  it('does not overwrite another change', async () => {
    await put({ firstName: 'Rosa' })
    const answer = await put({ firstName: 'Viola' }, { 'if-match': '"1"' })
    expect([answer.status, answer.body.code]).toEqual([412, 'stale'])
    expect(answer.body.result).toMatchObject({ firstName: 'Rosa', version: 2 })
  })

  it.each([
    [{ firstName: '' }, 'firstName', 'First name is required'],
    [{ firstName: ' Rosa' }, 'firstName', 'First name must not begin or end with a space'],
    [{ firstName: 'x'.repeat(61) }, 'firstName', 'First name must be at most 60 characters'],
    [{ firstName: '\u2060' }, 'firstName', 'First name must contain a visible character'],
    [{ lastName: '\u202erotartsinimdA' }, 'lastName', 'Surname must not contain characters that reverse the text direction'],
    [{ lastName: 5 }, 'lastName', 'Surname must be a text'],
    [{ email: 'rosa@example.com' }, 'email', 'email is not a known field'],
    [{ role: 'admin' }, 'role', 'role is not a known field'],
    [{ active: false }, 'active', 'active is not a known field'],
    [{ fullname: 'Somebody Else' }, 'fullname', 'fullname is not a known field'],
  ])('refuses %j', async (body, field, sentence) => {
    const answer = await put(body)
    expect([answer.status, answer.body.fields]).toEqual([422, { [field]: sentence }])
    expect((await get(server, accountPaths.account, token)).body.result).toMatchObject({ fullname: 'Iris Blau', version: 1 })
  })

  it.each(Object.values(accountPaths))('is refused without a session at %s', async (path) => {
    expect((await get(server, path)).status).toBe(401)
  })
})
