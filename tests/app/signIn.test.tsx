import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { browserClock } from '../../src/auth/browser'
import { testEnvironment } from '../support/screens/environment'
import { hold } from '../support/screens/network'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { openApp, type OpenedApp } from './support/openApp'

const server = oneServer()
beforeAll(() => server.signIn())

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')

async function fill({ user }: OpenedApp, values: { email: string; password: string }) {
  await user.type(email(), values.email)
  await user.type(password(), values.password)
}

describe('the sign-in page', () => {
  it('has the fields, buttons and links of the specification', async () => {
    await openApp(server, '/sign-in')
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(password()).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('Remember me')).toBeChecked()
    for (const name of ['Login', 'Google', 'Facebook']) expect(screen.getByRole('button', { name })).toBeVisible()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/sign-up', '/forgot-password', '/confirmation-instructions'])
  })

  it('does not lead to the sign-up where registration is closed', async () => {
    await openApp(server, '/sign-in', { environment: testEnvironment({ registration: 'closed' }) })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/forgot-password', '/confirmation-instructions'])
  })

  it('reports missing values on their fields only after an attempt, and focuses the first', async () => {
    const { user, button, calls } = await openApp(server, '/sign-in')
    await user.click(email())
    await user.tab()
    await user.tab()
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
    await user.click(button('Login'))
    expect(await screen.findByText('Email is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    expect(email()).toBeInvalid()
    expect(email()).toHaveAccessibleDescription('Email is required')
    await waitFor(() => expect(email()).toHaveFocus())
    expect(calls).toEqual([])
  })

  it('refuses an invalid address, and clears the error as soon as it is valid', async () => {
    const app = await openApp(server, '/sign-in')
    await fill(app, { email: 'ada@example', password: 'x' })
    await app.user.click(app.button('Login'))
    expect(await screen.findByText('Email must be a valid email address')).toBeVisible()
    await app.user.type(email(), '.com')
    await waitFor(() => expect(email()).toBeValid())
    expect(app.calls).toEqual([])
  })

  it('leads to the dashboard, and keeps the token as ciphertext', async () => {
    const app = await openApp(server, '/sign-in')
    await fill(app, ADMIN)
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(app.address()).toBe('/pages/dashboard')
    expect(app.storage.getItem('token')).toMatch(/^U2FsdGVkX1/)
    expect(Number(app.storage.getItem('token_expiration'))).toBeGreaterThan(Date.now())
  })

  it('ignores blanks around the address', async () => {
    const app = await openApp(server, '/sign-in')
    await fill(app, { ...ADMIN, email: ` ${ADMIN.email} ` })
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  it('stores nothing for the next start with Remember me off', async () => {
    const app = await openApp(server, '/sign-in')
    await fill(app, ADMIN)
    await app.user.click(screen.getByLabelText('Remember me'))
    await app.user.click(app.button('Login'))
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(app.storage.getItem('token')).toBeNull()
  })

  it("alerts the server's sentence when it refuses, and keeps what was typed", async () => {
    const app = await openApp(server, '/sign-in')
    await fill(app, { email: 'nobody@example.com', password: 'wrong password' })
    await app.user.click(app.button('Login'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/email or password/i)
    // A request id does not help a user who mistyped.
    expect(alert).not.toHaveTextContent(/Request/)
    expect(app.address()).toBe('/sign-in')
    expect(email()).toHaveValue('nobody@example.com')
    await waitFor(() => expect(app.button('Login')).not.toHaveAttribute('aria-busy'))
    await app.user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('alerts the fallback sentence when there is no answer', async () => {
    const app = await openApp(server, '/sign-in')
    app.disturb(() => Promise.reject(new TypeError('Failed to fetch')))
    await fill(app, ADMIN)
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Opps something went wrong, please try again after some time')
    app.disturb(() => null)
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  it('is busy during the call, sends it once, and can be cancelled', async () => {
    const app = await openApp(server, '/sign-in')
    const release = hold(app)
    await fill(app, ADMIN)
    await app.user.dblClick(app.button('Login'))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    expect(app.button('Login')).toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(app.calls).toEqual(['POST /api/v1/users/login']))
    await app.user.click(cancel)
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    expect(app.button('Login')).toHaveFocus()
    release()
    // Another sign-in is answered after the cancelled one.
    await app.user.type(password(), 'x')
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong')
    expect(app.button('Login')).not.toHaveAttribute('aria-busy')
    expect(app.storage.getItem('token')).toBeNull()
    await app.user.type(password(), '{Backspace}')
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  it('moves the focus from Cancel back to Login when the call ends by itself', async () => {
    const app = await openApp(server, '/sign-in')
    const release = hold(app)
    await fill(app, { ...ADMIN, password: 'wrong words' })
    await app.user.keyboard('{Enter}')
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    act(() => cancel.focus())
    release()
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong')
    expect(app.button('Login')).toHaveFocus()
  })

  it('leaves its alerts behind once the password is right', async () => {
    const at = Date.now()
    const app = await openApp(server, '/sign-in', { clock: { ...browserClock(window), now: () => at } })
    await fill(app, { ...ADMIN, password: 'wrong words' })
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong')
    await app.user.clear(password())
    await app.user.type(password(), ADMIN.password)
    await app.user.click(app.button('Login'))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(screen.queryByText('Email or password is wrong')).not.toBeInTheDocument()
  })

  it.each(['Google', 'Facebook'])('says plainly that %s is not configured', async (provider) => {
    const app = await openApp(server, '/sign-in')
    await app.user.click(app.button(provider))
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`${provider}.*not configured`))
    expect(app.calls).toEqual([])
  })
})
