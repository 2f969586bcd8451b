import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { mailedToken, register } from '../support/server/accounts'
import { oneServer } from '../support/server/hooks'
import { openApp, type OpenedApp } from './support/openApp'

const server = oneServer({ registration: 'open' })
let token: string
let irises: string
beforeAll(async () => {
  token = await server.signIn()
  irises = await register(server)
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const follow = ({ user }: OpenedApp, name: string) => screen.findByRole('link', { name }).then((link) => user.click(link))
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('the pages of mailed links, for somebody who is signed in', () => {
  it('lead from a dead confirmation link to new instructions', async () => {
    const app = await openApp(server, '/confirm?token=never-issued', { token })
    await heading('Not confirmed')
    expect(hrefs()).toEqual(['/confirmation-instructions', '/pages/dashboard'])
    await follow(app, 'Send confirmation instructions again')
    expect(await heading('Confirmation instructions')).toBeVisible()
    expect(hrefs()).toEqual(['/pages/dashboard'])
    await app.user.type(screen.getByLabelText('Email'), 'iris@example.com')
    await app.user.click(app.button('Send confirmation instructions'))
    expect(await screen.findByText(/^You will receive an email with instructions on how to confirm/)).toBeVisible()
  })

  it('lead from a registration to the reset of its password, and back to it', async () => {
    const app = await openApp(server, `/confirm?token=${await mailedToken(server, '/confirm')}`, { token })
    await follow(app, 'Reset its password')
    expect(await heading('Forgot password')).toBeVisible()
    expect(hrefs()).toEqual(['/pages/dashboard'])
    await app.user.type(screen.getByLabelText('Email'), 'iris@example.com')
    await app.user.click(app.button('Send reset instructions'))
    expect(await screen.findByText(/^You will receive an email with instructions on how to reset/)).toBeVisible()
    expect(screen.getByText('Instructions are on their way to iris@example.com, if it has an account.')).toBeVisible()
    await act(() => app.router.navigate(-1))
    await heading('Confirm your email')
    expect(await screen.findByRole('button', { name: 'Confirm email' })).toBeVisible()
  })

  it('lead from a dead reset link to another one', async () => {
    const app = await openApp(server, '/reset-password', { token })
    await follow(app, 'Send reset instructions again')
    expect(await heading('Forgot password')).toBeVisible()
  })

  it('lead from a confirmed address to the console', async () => {
    const app = await openApp(server, `/confirm?token=${await mailedToken(server, '/confirm')}`, { token: irises })
    await app.user.click(await screen.findByRole('button', { name: 'Confirm email' }))
    expect(await heading('Email confirmed')).toBeVisible()
    await follow(app, 'Go to the console')
    expect(await heading('Dashboard')).toBeVisible()
  })
})
