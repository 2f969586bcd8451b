import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/session'
import { mailedToken, post, setOtherwise, signIn } from '../support/server/accounts'
import { testEnvironment } from '../support/screens/environment'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { openApp, type OpenedApp } from './support/openApp'

const server = oneServer({ registration: 'open' })
beforeAll(() => server.signIn())

const filled = {
  'First name': 'Ada',
  Email: 'ada@example.com',
  Password: 'a fern in spring',
  'Confirm password': 'a fern in spring',
}

async function fill({ user }: OpenedApp, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
}

/** Signs up with an invitation that the server refuses; returns the query of the call. */
async function refusedSignUp(app: OpenedApp): Promise<string> {
  let search = ''
  app.disturb((request) => {
    search = new URL(request.url).search
    return Response.json({ message: 'This invitation is over', code: 'invalid', requestId: '1' }, { status: 422 })
  })
  await fill(app, filled)
  await app.user.click(app.button('Sign up'))
  await screen.findByText('This invitation is over')
  return search
}

describe('the sign-up page', () => {
  it('has the fields, hint and links of the specification', async () => {
    await openApp(server, '/sign-up')
    for (const label of ['First name', 'Surname', 'Email', 'Password', 'Confirm password'])
      expect(screen.getByLabelText(label)).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('6 characters minimum')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/sign-in', '/confirmation-instructions'])
  })

  it('shows the minimum that the server asks for', async () => {
    await openApp(server, '/sign-up', { environment: testEnvironment({ passwordMin: 12 }) })
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('12 characters minimum')
  })

  it('says what is missing in the words of the specification', async () => {
    const { user, button } = await openApp(server, '/sign-up')
    await user.click(button('Sign up'))
    expect(await screen.findByText('First name is required')).toBeVisible()
    for (const sentence of ['Email is required', 'Password is required', 'Confirm password is required'])
      expect(screen.getByText(sentence)).toBeVisible()
    expect(screen.getByLabelText('Surname')).toBeValid()
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveFocus())
  })

  it('requires the same password twice', async () => {
    const app = await openApp(server, '/sign-up')
    await fill(app, { ...filled, 'Confirm password': 'a fern in autumn' })
    await app.user.click(app.button('Sign up'))
    expect(await screen.findByText('Password & Confirm Password does not match')).toBeVisible()
    expect(app.calls).toEqual([])
  })

  it("shows the server's sentence on its field", async () => {
    const app = await openApp(server, '/sign-up')
    await fill(app, { ...filled, Password: 'abc', 'Confirm password': 'abc' })
    await app.user.click(app.button('Sign up'))
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid())
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/6 characters/)
    expect(screen.getByLabelText('First name')).toHaveValue('Ada')
    expect(screen.getByRole('alert')).toBeVisible()
  })

  it('names an address that is taken', async () => {
    const app = await openApp(server, '/sign-up')
    await fill(app, { ...filled, Email: ADMIN.email })
    await app.user.click(app.button('Sign up'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(app.address()).toBe('/sign-up')
  })

  it('stores the token and reloads the page, once', async () => {
    const app = await openApp(server, '/sign-up')
    const bodies: unknown[] = []
    app.disturb((request) => {
      if (request.method === 'POST') void request.json().then((body) => bodies.push(body))
      return null
    })
    await fill(app, { ...filled, Surname: 'Lovelace' })
    await app.user.click(app.button('Sign up'))
    await waitFor(() => expect(app.reload).toHaveBeenCalledTimes(1))
    expect(bodies).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        fullname: 'Ada Lovelace',
        email: 'ada@example.com',
        password: 'a fern in spring',
        password_confirmation: 'a fern in spring',
      },
    ])
    expect(app.storage.getItem('token')).toMatch(/^U2FsdGVkX1/)
    const again = await openApp(server, '/pages/dashboard', { storage: app.storage })
    expect(again.address()).toBe('/pages/dashboard')
    await waitFor(() => expect(again.session.actor.getSnapshot().hasTag('usable')).toBe(true))
    expect(again.reload).not.toHaveBeenCalled()
  })

  it('sends the invitation of a mailed link with the sign-up', async () => {
    const app = await openApp(server, '/sign-up?invitation=an-invitation')
    await waitFor(() => expect(app.address()).toBe('/sign-up'))
    expect(await refusedSignUp(app)).toBe('?invitation=an-invitation')
  })

  it.each([
    ['signed in', 900],
    ['signed in once its token is renewed', -10],
  ])('keeps an invitation that is opened by somebody who is %s', async (_, expiresInS) => {
    const app = await openApp(server, '/sign-up?invitation=an-invitation', { token: await server.signIn(), expiresInS })
    expect(await screen.findByRole('heading', { level: 1, name: 'You are signed in' })).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/invited'))
    expect(screen.getByRole('link', { name: 'Stay signed in' })).toHaveAttribute('href', '/pages/dashboard')
    await app.user.click(app.button('Sign out and sign up'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
    expect(await refusedSignUp(app)).toBe('?invitation=an-invitation')
  })

  it('registers an invited user when registration is by invitation', async () => {
    const inviting = await setOtherwise(server, { registration: 'invite' })
    const invite = await post(server, sessionPaths.invitation, { email: 'grace@example.com' }, { token: await server.signIn() })
    expect(invite.status).toBe(204)
    const app = await openApp(inviting, `/sign-up?invitation=${await mailedToken(server, '/sign-up')}`)
    await fill(app, { ...filled, Email: 'grace@example.com' })
    await app.user.click(app.button('Sign up'))
    await waitFor(() => expect(app.reload).toHaveBeenCalledTimes(1))
    expect((await signIn(server, { email: 'grace@example.com', password: filled.Password })).status).toBe(200)
  })

  it.each([
    ['closed', '?invitation=an-invitation', /^Registration is closed on this server\. /],
    ['invite', '', /^Registration is by invitation: /],
  ] as const)('says why it has no form where registration is %s', async (registration, search, why) => {
    const { calls } = await openApp(server, `/sign-up${search}`, { environment: testEnvironment({ registration }) })
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
    expect(calls).toEqual([])
  })

  it('has its form for the invited where registration is by invitation', async () => {
    const environment = testEnvironment({ registration: 'invite' })
    await openApp(server, '/sign-up?invitation=an-invitation', { environment })
    expect(screen.getByRole('form', { name: 'Sign up' })).toBeVisible()
  })

  it('omits an empty surname', async () => {
    const app = await openApp(server, '/sign-up')
    let sent: unknown = null
    app.disturb((request) => {
      if (request.method !== 'POST') return null
      void request.json().then((body) => {
        sent = body
      })
      return Response.json({ message: 'Not now', code: 'unavailable', requestId: '1' }, { status: 503 })
    })
    await fill(app, filled)
    await app.user.click(app.button('Sign up'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now')
    expect(sent).toMatchObject({ firstName: 'Ada', fullname: 'Ada' })
    expect(sent).not.toHaveProperty('lastName')
  })
})
