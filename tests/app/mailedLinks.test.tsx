import { cleanup, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/session'
import { loseAnswers } from '../support/screens/network'
import { register } from '../support/server/accounts'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { openApp } from './support/openApp'

const server = oneServer({ registration: 'open' })
beforeAll(() => server.signIn())

/** Returns path and query of the link in the newest mail. */
async function mailedLink(page: string): Promise<string> {
  const [mail] = await server.outbox()
  const link = new RegExp(`https?://[^\\s"<]+(${page}\\?[^\\s"<]+)`).exec(JSON.stringify(mail))?.[1]
  if (link === undefined) throw new Error(`No link to ${page} in ${JSON.stringify(mail)}`)
  return link.replace(/\\.*$/, '')
}

const email = () => screen.getByLabelText('Email')

describe('the forgot-password page', () => {
  it('has the field and links of the specification', async () => {
    await openApp(server, '/forgot-password')
    expect(screen.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(screen.getByRole('button', { name: 'Send reset instructions' })).toBeVisible()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/sign-in', '/sign-up'])
  })

  it('requires an address', async () => {
    const { user, button, calls } = await openApp(server, '/forgot-password')
    await user.click(button('Send reset instructions'))
    await waitFor(() => expect(email()).toBeInvalid())
    expect(calls).toEqual([])
  })

  // An account of a provider may have an address that the sign-in form refuses.
  it.each(['whoever@example.com', 'whoever+plants@garden.info'])('says the next step to %s in a toast', async (address) => {
    const { user, button } = await openApp(server, '/forgot-password')
    await user.type(email(), address)
    await user.click(button('Send reset instructions'))
    expect(
      await screen.findByText('You will receive an email with instructions on how to reset your password in a few minutes.'),
    ).toBeVisible()
    expect(screen.getByLabelText('Notifications')).toBeVisible()
  })

  it('goes on saying it when the toast is gone, and says it once to screen readers', async () => {
    const app = await openApp(server, '/forgot-password')
    await app.user.type(email(), 'whoever@example.com')
    await app.user.click(app.button('Send reset instructions'))
    const toasts = within(screen.getByLabelText('Notifications'))
    await app.user.click(await toasts.findByRole('button', { name: 'Close' }))
    const lasting = screen.getByText('Instructions are on their way to whoever@example.com, if it has an account.')
    expect(lasting).toBeVisible()
    expect(lasting.closest('[role="status"], [role="alert"], [aria-live]')).toBeNull()
    app.disturb(() => Promise.reject(new TypeError('Failed to fetch')))
    await app.user.click(app.button('Send reset instructions'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Opps something went wrong')
    expect(lasting).not.toBeInTheDocument()
  })
})

/** Asks for a reset on the page; returns the mailed link. */
async function askForReset(): Promise<string> {
  const forgot = await openApp(server, '/forgot-password')
  await forgot.user.type(email(), ADMIN.email)
  await forgot.user.click(forgot.button('Send reset instructions'))
  await screen.findByText(/^You will receive an email/)
  cleanup()
  return mailedLink('/reset-password')
}

describe('the reset-password page', () => {
  it('signs out the user who is signed in, so that its link leads to sign-in', async () => {
    const token = await server.signIn()
    const link = await askForReset()
    const app = await openApp(server, link, { token })
    await app.user.type(screen.getByLabelText('Password'), ADMIN.password)
    await app.user.type(screen.getByLabelText('Confirm password'), ADMIN.password)
    await app.user.click(app.button('Change password'))
    await screen.findByRole('heading', { name: 'Password changed' })
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(app.address()).toBe('/sign-in')
  })

  it('sets the password that the mailed link allows, once', async () => {
    const link = await askForReset()
    const app = await openApp(server, link)
    await app.user.type(screen.getByLabelText('Password'), 'another fern in spring')
    await app.user.type(screen.getByLabelText('Confirm password'), 'another fern in spring')
    await app.user.click(app.button('Change password'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Password changed' })).toHaveFocus())
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
    expect(JSON.stringify(app.router.state.location)).not.toContain(link.replace(/.*token=/, ''))
    cleanup()
    await openApp(server, app.router.state.location)
    expect(screen.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    cleanup()

    const again = await openApp(server, link)
    await again.user.type(screen.getByLabelText('Password'), 'a third fern in spring')
    await again.user.type(screen.getByLabelText('Confirm password'), 'a third fern in spring')
    await again.user.click(again.button('Change password'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Link not valid' })).toHaveFocus())
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    cleanup()
    await openApp(server, again.router.state.location)
    expect(screen.getByRole('heading', { name: 'Link not valid' })).toBeVisible()
  })

  it('leads to sign-in when an earlier attempt has changed it, and its answer was lost', async () => {
    const app = await openApp(server, await askForReset())
    const answer = loseAnswers(app, server, sessionPaths.resetPassword)
    await app.user.type(screen.getByLabelText('Password'), ADMIN.password)
    await app.user.type(screen.getByLabelText('Confirm password'), ADMIN.password)
    await app.user.click(app.button('Change password'))
    await screen.findByRole('alert')
    answer()
    await app.user.click(app.button('Change password'))
    expect(
      await screen.findByText(/If you have just changed your password with it, sign in with the new password\.$/),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('says that a newer link has replaced its own', async () => {
    const first = await askForReset()
    await askForReset()
    const app = await openApp(server, first)
    await app.user.type(screen.getByLabelText('Password'), 'a third fern in spring')
    await app.user.type(screen.getByLabelText('Confirm password'), 'a third fern in spring')
    await app.user.click(app.button('Change password'))
    expect(await screen.findByText(/or was replaced by a newer one\./)).toBeVisible()
  })

  it('shows the messages of sign-up for its fields', async () => {
    const { user, button } = await openApp(server, '/reset-password?token=abc')
    await user.click(button('Change password'))
    expect(await screen.findByText('Password is required')).toBeVisible()
    await user.type(screen.getByLabelText('Password'), 'a fern')
    await user.type(screen.getByLabelText('Confirm password'), 'a moss')
    expect(await screen.findByText('Password & Confirm Password does not match')).toBeVisible()
  })

  it('removes the secret from the address, and keeps it for the page', async () => {
    const { address, router } = await openApp(server, '/reset-password?token=abc')
    await waitFor(() => expect(address()).toBe('/reset-password'))
    expect(screen.getByLabelText('Password')).toBeEnabled()
    expect(router.state.location.state).toEqual({ mailed: 'abc' })
  })

  it('shows no form for a truncated link', async () => {
    await openApp(server, '/reset-password')
    expect(screen.getByText(/This link is incomplete/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Send reset instructions again' })).toHaveAttribute('href', '/forgot-password')
  })
})

describe('the confirmation-instructions page', () => {
  it('sends the instructions and says so', async () => {
    const { user, button, calls } = await openApp(server, '/confirmation-instructions')
    await user.type(email(), 'whoever@example.com')
    await user.click(button('Send confirmation instructions'))
    await waitFor(() => expect(screen.getByRole('status', { name: 'Sent' })).toHaveTextContent(/\w+/))
    expect(calls).toEqual(['POST /api/v1/users/confirmation'])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/sign-in', '/sign-up'])
  })

  it('requires an address', async () => {
    const { user, button } = await openApp(server, '/confirmation-instructions')
    await user.click(button('Send confirmation instructions'))
    expect(await screen.findByText('Email is required')).toBeVisible()
  })
})

describe('the confirm page', () => {
  /** Registers an account; returns the path of the mailed link. */
  async function registered(email: string): Promise<string> {
    await register(server, { email })
    return mailedLink('/confirm')
  }
  const confirmed = async (email: string) => {
    const { rows } = await server.db.query(sql`select 1 from users where email = ${email} and email_confirmed_at is not null`)
    return rows.length === 1
  }

  it('says who registered and when, and confirms once the button is pressed', async () => {
    const link = await registered('moss@example.com')
    const { user, button } = await openApp(server, link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible()
    expect(await screen.findByText('moss@example.com')).toBeVisible()
    expect(screen.getByText('Iris Blau')).toBeVisible()
    expect(screen.getByText(/\d{4}.*\d\d:\d\d:\d\d/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Reset its password' })).toHaveAttribute('href', '/forgot-password')
    expect(await confirmed('moss@example.com')).toBe(false)
    await user.click(button('Confirm email'))
    expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toHaveFocus()
    expect(await confirmed('moss@example.com')).toBe(true)
    cleanup()
    await openApp(server, link)
    expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  })

  it('asks without these details when the backend omits them', async () => {
    const link = await registered('fern@example.com')
    const missing = () => Response.json({ message: 'Not found' }, { status: 404 })
    const fault = (request: Request) => (request.url.endsWith(sessionPaths.confirmPreview) ? missing() : null)
    const { user } = await openApp(server, link, { fault })
    await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('can be confirmed again after a lost answer', async () => {
    const link = await registered('sorrel@example.com')
    const app = await openApp(server, link)
    await screen.findByRole('button', { name: 'Confirm email' })
    app.disturb(() => Promise.reject(new TypeError('Failed to fetch')))
    await app.user.click(app.button('Confirm email'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Opps something went wrong')
    app.disturb(() => null)
    await waitFor(() => expect(app.button('Confirm email')).not.toHaveAttribute('aria-busy'))
    await app.user.click(app.button('Confirm email'))
    expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  })

  it('says that the link could not be checked, and retries', async () => {
    const link = await registered('clover@example.com')
    const app = await openApp(server, link, { fault: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(await screen.findByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
    app.disturb(() => null)
    await app.user.click(app.button('Retry'))
    expect(await screen.findByRole('button', { name: 'Confirm email' })).toBeVisible()
  })

  it('says that the link is invalid, and offers another', async () => {
    const { calls } = await openApp(server, '/confirm?token=never-issued')
    expect(await screen.findByRole('heading', { name: 'Not confirmed' })).toBeVisible()
    expect(screen.getByText(/or was replaced by a newer one\.$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Send confirmation instructions again' })).toBeVisible()
    expect(calls).toEqual(['POST /api/v1/users/confirm/preview'])
  })

  it('sends nothing for a truncated link', async () => {
    const { calls } = await openApp(server, '/confirm')
    expect(screen.getByRole('heading', { name: 'Not confirmed' })).toBeVisible()
    expect(calls).toEqual([])
  })
})
