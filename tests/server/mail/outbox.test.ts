import { describe, expect, it } from 'vitest'
import { accountPaths } from '../../../src/contract/account'
import { confirmAddresses, iris, post, register } from '../../support/server/accounts'
import { setUpApp } from '../../support/server/factors'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })

describe('a notification about an account', () => {
  it('goes to its address only once that is confirmed: a stranger may have registered it', async () => {
    const token = await register(server, { firstName: 'Buy moss at moss.example' })
    const change = async (from: string, to: string) =>
      post(server, accountPaths.password, { current_password: from, password: to, password_confirmation: to }, { token })
    expect((await change(iris.password, 'lichen and fern')).status).toBe(204)
    expect((await change('lichen and fern', iris.password)).status).toBe(204)
    await setUpApp(server, token)
    expect((await server.outbox()).map(({ subject }) => subject)).toEqual(['Confirm your email address'])

    await confirmAddresses(server)
    expect((await change(iris.password, 'lichen and fern')).status).toBe(204)
    expect((await server.outbox())[0]).toMatchObject({ to: iris.email, subject: 'Your password was changed' })
  })
})
