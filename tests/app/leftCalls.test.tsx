import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { hold } from '../support/screens/network'
import { oneServer } from '../support/server/hooks'
import { openApp, type OpenedApp } from './support/openApp'
import { signInByForm } from './support/signInForm'

const server = oneServer({ registration: 'open' })
beforeAll(() => server.signIn())

async function type({ user }: OpenedApp, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await user.type(await screen.findByLabelText(label), value)
}

const password = 'a fern in spring'
const pages = [
  {
    path: '/forgot-password',
    button: 'Send reset instructions',
    fill: (app: OpenedApp) => type(app, { Email: 'ada@example.com' }),
  },
  {
    path: '/sign-up',
    button: 'Sign up',
    fill: (app: OpenedApp) =>
      type(app, { 'First name': 'Ada', Email: 'ada@example.com', Password: password, 'Confirm password': password }),
  },
]

describe('a call that is not answered when its page is left', () => {
  it.each(pages)('does not keep the sign-in from being sent after $path', async ({ path, button, fill }) => {
    const app = await openApp(server, path)
    hold(app)
    await fill(app)
    await app.user.click(app.button(button))
    await waitFor(() => expect(app.calls).toHaveLength(1))
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    app.disturb(() => null)
    await signInByForm(app)
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  it('does not keep reset instructions from being sent after a sign-in', async () => {
    const app = await openApp(server, '/sign-in')
    hold(app)
    await signInByForm(app)
    await waitFor(() => expect(app.calls).toHaveLength(1))
    await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
    app.disturb(() => null)
    await type(app, { Email: 'ada@example.com' })
    await app.user.click(app.button('Send reset instructions'))
    expect(await screen.findByText(/^You will receive an email with instructions/)).toBeVisible()
  })
})
