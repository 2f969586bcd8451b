import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserPasskeys } from '../../src/auth/passkeys'
import { factorPaths, type PasskeyOptions } from '../../src/contract/factors'
import { loseAnswers } from '../support/screens/network'
import { inside } from '../support/screens/shown'
import { get, post, setOtherwise } from '../support/server/accounts'
import { createAuthenticator } from '../support/server/authenticator'
import { codeOf, resultOf, setUpApp } from '../support/server/factors'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { signal } from '../support/signal'
import { openApp, type OpenedApp } from './support/openApp'

const origin = 'https://frond.example.org'
const server = emptiedServer({ publicUrl: origin })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const dialog = (name: string) => inside('dialog', name)
const open = () => openApp(server, '/pages/account', { token })
const shownCodes = async () => {
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
  return list.getAllByRole('listitem').map(({ textContent }) => textContent)
}

/** Presses a button of the card, and types the password into its dialog. */
async function prove({ user }: OpenedApp, button: string, title: string, action: string, password = ADMIN.password) {
  await user.click(await screen.findByRole('button', { name: button }))
  const question = await dialog(title)
  await user.type(question.getByLabelText('Current password'), password)
  await user.click(question.getByRole('button', { name: action }))
}

/** Sets up an app on the page, by its first code as the app shows it. */
async function setUp(app: OpenedApp, shown = (code: string) => code): Promise<void> {
  await prove(app, 'Set up an app', 'Set up an authenticator app', 'Continue')
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  const secret = (screen.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent ?? '').replaceAll(' ', '')
  await app.user.click(screen.getByLabelText('Code'))
  await app.user.paste(shown(codeOf(server, secret)))
  await app.user.click(app.button('Turn on'))
}

async function addPasskey(name: string): Promise<void> {
  const answer = await post(server, factorPaths.newPasskey, { proof: ADMIN.password }, { token })
  const { challenge, options } = resultOf<PasskeyOptions>(answer)
  const passkey = createAuthenticator(origin).create(options as { challenge: string })
  resultOf(await post(server, factorPaths.passkeys, { name, challenge, passkey }, { token }))
}

describe('the second factors on the account page', () => {
  it('are an app that is set up by its first code, with recovery codes that are shown once', async () => {
    const app = await open()
    await setUp(app)
    const codes = await shownCodes()
    expect(new Set(codes).size).toBe(10)
    expect(screen.getByText('Authenticator app is on')).toBeVisible()
    await app.user.click(app.button('I have saved them'))
    expect(await screen.findByText('10 codes left')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove the app' })).toBeVisible()
    for (const code of codes) expect(screen.queryByText(code ?? '')).not.toBeInTheDocument()
    expect((await get(server, factorPaths.list, token)).body.result).toMatchObject({ totp: { since: expect.any(String) } })
  })

  it('take the first code as it is pasted', async () => {
    const app = await open()
    await setUp(app, (code) => `\u200E ${code.replace(/.../, '$&-')}`)
    expect(await shownCodes()).toHaveLength(10)
  })

  it('do not lose the recovery codes by a stray Escape', async () => {
    const app = await open()
    await setUp(app)
    const codes = await shownCodes()
    await app.user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Did you keep a copy?' }))
    await app.user.click(question.getByRole('button', { name: 'Go back' }))
    expect(await shownCodes()).toEqual(codes)
  })

  it('select the recovery codes when the browser refuses to copy them', async () => {
    const app = await open()
    await setUp(app)
    const codes = await shownCodes()
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
    onTestFinished(() => refused.mockRestore())
    await app.user.click(app.button('Copy'))
    await waitFor(() => expect(String(getSelection())).toContain(codes.at(-1)))
    expect(app.button('Copy')).toBeVisible()
  })

  it('name the account to password managers, and focus the password', async () => {
    const app = await open()
    await app.user.click(await screen.findByRole('button', { name: 'Set up an app' }))
    const question = await dialog('Set up an authenticator app')
    expect(question.getByDisplayValue(ADMIN.email)).toHaveAttribute('autocomplete', 'username')
    expect(question.getByLabelText('Current password')).toHaveFocus()
  })

  it('say on the field what is wrong with the password and with the code, and set nothing up', async () => {
    const app = await open()
    await prove(app, 'Set up an app', 'Set up an authenticator app', 'Continue', 'wrong words')
    expect(await screen.findByText('Password is wrong')).toBeVisible()
    const field = (await dialog('Set up an authenticator app')).getByLabelText('Current password')
    await app.user.clear(field)
    await app.user.type(field, ADMIN.password)
    await app.user.click(app.button('Continue'))
    await app.user.type(await screen.findByLabelText('Code'), '000000')
    await app.user.click(app.button('Turn on'))
    expect(await screen.findByText('This code is wrong, or the set-up took too long')).toBeVisible()
    await app.user.click(app.button('Cancel'))
    expect(await screen.findByText('Not set up')).toBeVisible()
  })

  it('show the app that another tab has set up once the server refuses a second one', async () => {
    const app = await open()
    await setUpApp(server, token, ADMIN.password)
    await prove(app, 'Set up an app', 'Set up an authenticator app', 'Continue')
    expect(await screen.findByText(/set up already: remove it first/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Remove the app', hidden: true })).toBeInTheDocument()
  })

  it('say in the dialog why a change failed when no field is wrong', async () => {
    const app = await open()
    const failing = (path: string) =>
      app.disturb(({ url }) => (url.endsWith(path) ? Response.json({ message: 'Down for a moment' }, { status: 500 }) : null))
    failing(factorPaths.totp)
    await prove(app, 'Set up an app', 'Set up an authenticator app', 'Continue')
    const question = await dialog('Set up an authenticator app')
    expect(await question.findByRole('alert')).toHaveTextContent('Down for a moment')
    failing(factorPaths.totpConfirm)
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    await app.user.type(await screen.findByLabelText('Code'), '123456')
    const code = await dialog('Set up an authenticator app')
    expect(code.queryByRole('alert')).toBeNull()
    await app.user.click(code.getByRole('button', { name: 'Turn on' }))
    expect(await code.findByRole('alert')).toHaveTextContent('Down for a moment')
  })

  it('are shown as the server stores them, also after a lost answer', async () => {
    const app = await open()
    loseAnswers(app, server, factorPaths.totpConfirm)
    await setUp(app)
    const code = await dialog('Set up an authenticator app')
    expect(await code.findByRole('alert')).toBeVisible()
    app.disturb(() => null)
    await app.user.click(app.button('Turn on'))
    await waitFor(() => expect(code.getByRole('alert')).toHaveTextContent('The app is on already: create new recovery codes'))
    await app.user.click(app.button('Cancel'))
    expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeVisible()
    expect(app.button('Create new codes')).toBeVisible()
  })

  it('say why a passkey could not be created, and why it was not added', async () => {
    const make = vi.spyOn(browserPasskeys, 'make').mockRejectedValueOnce(new Error('Registered before')).mockResolvedValue({})
    onTestFinished(() => make.mockRestore())
    const app = await openApp(server, '/pages/account', { token, passkeys: browserPasskeys })
    await app.user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    const question = await dialog('Add a passkey')
    await app.user.type(question.getByLabelText('Name'), 'Laptop')
    await app.user.type(question.getByLabelText('Current password'), ADMIN.password)
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'The browser could not create a passkey. This device may have one for this account already.',
    )
    await app.user.click(question.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(question.getByRole('alert')).toHaveTextContent('This passkey could not be added. Please try again'),
    )
  })

  it('ask before the page is left while the app is turned on, which brings the recovery codes', async () => {
    const app = await open()
    const answer = signal()
    app.disturb(async ({ url }) => {
      if (url.endsWith(factorPaths.totpConfirm)) await answer.given
      return null
    })
    await setUp(app)
    await waitFor(() => expect(app.calls).toContain(`POST ${factorPaths.totpConfirm}`))
    await app.go('/pages/dashboard')
    const leaving = within(await screen.findByRole('alertdialog', { name: 'Leave before it is shown?' }))
    await app.user.click(leaving.getByRole('button', { name: 'Stay' }))
    answer.give()
    expect(await shownCodes()).toHaveLength(10)
  })

  it('show the recovery codes, too, when Escape is pressed or the page is left before the server has answered', async () => {
    await setUpApp(server, token, ADMIN.password)
    const app = await open()
    const answer = signal()
    app.disturb(async ({ url }) => {
      if (url.endsWith(factorPaths.recoveryCodes)) await answer.given
      return null
    })
    await prove(app, 'Create new codes', 'Create new recovery codes', 'Create new codes')
    await waitFor(() => expect(app.calls).toContain(`POST ${factorPaths.recoveryCodes}`))
    await app.user.keyboard('{Escape}')
    await app.go('/pages/dashboard')
    const leaving = within(await screen.findByRole('alertdialog', { name: 'Leave before it is shown?' }))
    await app.user.click(leaving.getByRole('button', { name: 'Stay' }))
    answer.give()
    expect(await shownCodes()).toHaveLength(10)
  })

  it('can get new recovery codes in place of the old ones', async () => {
    const { recoveryCodes } = await setUpApp(server, token, ADMIN.password)
    const app = await open()
    await prove(app, 'Create new codes', 'Create new recovery codes', 'Create new codes')
    const codes = await shownCodes()
    expect(codes).toHaveLength(10)
    expect(codes.filter((code) => recoveryCodes.includes(code ?? ''))).toEqual([])
  })

  it('list passkeys by name, each removed after the password is entered', async () => {
    await addPasskey('Laptop')
    await addPasskey('Phone')
    const app = await open()
    const list = within(await screen.findByRole('list', { name: 'Passkeys' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Laptop.*never used/),
      expect.stringMatching(/^Phone.*never used/),
    ])
    await prove(app, 'Remove Laptop', 'Remove the passkey “Laptop”?', 'Remove')
    expect(await screen.findByText('Removed the passkey “Laptop”')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Laptop' })).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Remove Phone' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus())
  })

  it('say before the last one is removed what goes with it', async () => {
    await setUpApp(server, token, ADMIN.password)
    await addPasskey('Laptop')
    const app = await open()
    await app.user.click(await screen.findByRole('button', { name: 'Remove the app' }))
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription('Signing in no longer asks for it.')
    await app.user.click(app.button('Cancel'))
    await prove(app, 'Remove Laptop', 'Remove the passkey “Laptop”?', 'Remove')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.user.click(app.button('Remove the app'))
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(
      'This is your last second factor. Your recovery codes are removed too, and the password alone is then enough to sign in.',
    )
  })

  it('are empty again once the app is removed', async () => {
    await setUpApp(server, token, ADMIN.password)
    const app = await open()
    await prove(app, 'Remove the app', 'Remove the authenticator app?', 'Remove')
    expect(await screen.findByText('Not set up')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create new codes' })).not.toBeInTheDocument()
  })
})

describe('a server that requires a second factor', () => {
  it('restricts an account without one to the set-up, and opens the rest afterwards', async () => {
    const strict = await setOtherwise(server, { secondFactor: 'required' })
    const app = await openApp(strict, '/pages/gateways', { token, factorRequired: true })
    expect(await screen.findByText('Set up a second factor to go on')).toBeVisible()
    expect(app.address()).toBe('/pages/account')
    // The server would refuse both, and the page says why already.
    for (const name of ['Password', 'Sessions']) expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await setUp(app)
    await shownCodes()
    await app.user.click(app.button('I have saved them'))
    for (const name of ['Password', 'Sessions']) expect(await screen.findByRole('heading', { name })).toBeVisible()
    await app.router.navigate('/pages/gateways')
    expect(await screen.findByRole('heading', { level: 1, name: 'Gateways' })).toBeVisible()
    expect(await screen.findByText(/No gateways yet/)).toBeVisible()
  })

  it('says before the last one is removed that the rest closes', async () => {
    const strict = await setOtherwise(server, { secondFactor: 'required' })
    await setUpApp(strict, token, ADMIN.password)
    const app = await openApp(strict, '/pages/account', { token, factorRequired: true })
    await app.user.click(await screen.findByRole('button', { name: 'Remove the app' }))
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(
      'This is your last second factor. Your recovery codes are removed too, and until you set up a new one only this page is available.',
    )
  })

  it('opens the rest once another tab has set one up', async () => {
    const strict = await setOtherwise(server, { secondFactor: 'required' })
    const app = await openApp(strict, '/pages/gateways', { token, factorRequired: true })
    expect(await screen.findByText('Set up a second factor to go on')).toBeVisible()
    await setUpApp(strict, token, ADMIN.password)
    await app.router.navigate('/pages/gateways')
    expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeVisible()
    await app.router.navigate('/pages/gateways')
    expect(await screen.findByRole('heading', { level: 1, name: 'Gateways' })).toBeVisible()
  })
})
