import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/session'
import { codeOf, setUpApp } from '../support/server/factors'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { signal } from '../support/signal'
import { openApp, type OpenedApp } from './support/openApp'
import { signInByForm } from './support/signInForm'

const server = emptiedServer()
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

async function sendInstructions(app: OpenedApp): Promise<void> {
  await app.user.type(await screen.findByLabelText('Email'), ADMIN.email)
  await app.user.click(app.button('Send reset instructions'))
  expect(await screen.findByText(/^You will receive an email with instructions/)).toBeVisible()
}
const dashboard = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' })

describe('the second step of a sign-in', () => {
  it('asks for the app’s code, reports a wrong one, and accepts the right one', async () => {
    const { secret } = await setUpApp(server, token, ADMIN.password)
    const app = await openApp(server, '/sign-in')
    await signInByForm(app)
    expect(await screen.findByRole('heading', { level: 1, name: 'Second step' })).toBeVisible()
    await app.user.type(screen.getByLabelText('Code'), '12')
    await app.user.click(app.button('Continue'))
    expect(await screen.findByText('Enter the six digits of the code')).toBeVisible()
    await app.user.clear(screen.getByLabelText('Code'))
    await app.user.type(screen.getByLabelText('Code'), '000000')
    await app.user.click(app.button('Continue'))
    expect(await screen.findByText('This code is wrong or was used already')).toBeVisible()
    await app.user.clear(screen.getByLabelText('Code'))
    await app.user.type(screen.getByLabelText('Code'), codeOf(server, secret))
    await app.user.click(app.button('Continue'))
    expect(await dashboard()).toBeVisible()
  })

  it.each([
    ['blanks around and between its digits', ([a, b, c, d, e, f]: string) => ` ${a}${b} ${c}${d} ${e}${f}`],
    ['a dash', (code: string) => code.replace(/.../, '$&-')],
    ['a non-breaking blank and an invisible mark', (code: string) => `\u200E${code.replace(/.../, '$&\u00A0')}\u200E`],
  ])('accepts a code that is pasted with %s', async (_name, shown) => {
    const { secret } = await setUpApp(server, token, ADMIN.password)
    const app = await openApp(server, '/sign-in')
    await signInByForm(app)
    await app.user.click(await screen.findByLabelText('Code'))
    await app.user.paste(shown(codeOf(server, secret)))
    await app.user.click(app.button('Continue'))
    expect(await dashboard()).toBeVisible()
  })

  it('takes a recovery code instead, and leads back to the sign-in', async () => {
    const { recoveryCodes } = await setUpApp(server, token, ADMIN.password)
    const app = await openApp(server, '/sign-in')
    await app.user.click(await screen.findByLabelText('Remember me'))
    await signInByForm(app)
    await app.user.click(await screen.findByRole('button', { name: 'Back to sign in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue(ADMIN.email)
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(screen.getByLabelText('Remember me')).not.toBeChecked()
    await app.user.type(screen.getByLabelText('Password'), ADMIN.password)
    await app.user.click(app.button('Login'))
    await app.user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await app.user.type(screen.getByLabelText('Recovery code'), recoveryCodes[0] ?? '')
    await app.user.click(app.button('Continue'))
    expect(await dashboard()).toBeVisible()
  })

  it('ends when the browser’s Back leaves it, so that the other forms can be sent', async () => {
    await setUpApp(server, token, ADMIN.password)
    const app = await openApp(server, '/forgot-password')
    await app.user.click(await screen.findByRole('link', { name: 'Sign in' }))
    await signInByForm(app)
    expect(await screen.findByRole('heading', { level: 1, name: 'Second step' })).toBeVisible()
    await act(() => app.router.navigate(-1))
    await sendInstructions(app)
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })

  it('does not begin when Back was pressed before the server asked for it', async () => {
    await setUpApp(server, token, ADMIN.password)
    const answer = signal()
    const app = await openApp(server, '/forgot-password')
    await app.user.click(await screen.findByRole('link', { name: 'Sign in' }))
    app.disturb(async ({ url }) => {
      if (url.endsWith(sessionPaths.signIn)) await answer.given
      return null
    })
    await signInByForm(app)
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible()
    await act(() => app.router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
    answer.give()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
    await sendInstructions(app)
  })
})
