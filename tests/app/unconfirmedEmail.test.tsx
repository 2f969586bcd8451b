import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { iris, register } from '../support/server/accounts'
import { oneServer } from '../support/server/hooks'
import { openApp } from './support/openApp'

const server = oneServer({ registration: 'open' })
beforeAll(() => server.signIn())
const title = 'Your email address is not confirmed'

describe('an address that is not confirmed', () => {
  it('is named on the account page, which sends its mail again', async () => {
    const app = await openApp(server, '/pages/account', { token: await register(server) })
    expect(await screen.findByText(title)).toBeVisible()
    const mails = (await server.outbox()).length
    await app.user.click(app.button('Send again'))
    expect(await screen.findByText('It has been sent again.')).toBeVisible()
    const [mail, ...others] = await server.outbox()
    expect(mail?.to).toBe(iris.email)
    expect(others).toHaveLength(mails)
  })

  it('is not named once it is confirmed', async () => {
    await openApp(server, '/pages/account', { token: await server.signIn() })
    await waitFor(() => expect(screen.getByRole('form', { name: 'Name' })).toBeVisible())
    expect(screen.queryByText(title)).not.toBeInTheDocument()
  })
})
