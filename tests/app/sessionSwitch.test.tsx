import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { EXPIRATION_KEY, TOKEN_KEY } from '../../src/auth/vault'
import { accountPaths } from '../../src/contract/account'
import { register } from '../support/server/accounts'
import { testEnvironment } from '../support/screens/environment'
import { oneServer } from '../support/server/hooks'
import { signal } from '../support/signal'
import { ADMIN } from '../support/server/server'
import { openApp, type OpenedApp } from './support/openApp'
import { signInByForm } from './support/signInForm'

const server = oneServer({ registration: 'open' })
let [adas, irises] = ['', '']
beforeAll(async () => {
  adas = await server.signIn()
  irises = await register(server)
})

/** Stores a user's token as another tab does. */
function switchTo({ storage, hear }: OpenedApp, token: string): void {
  storage.setItem(EXPIRATION_KEY, String(Date.now() + 900_000))
  storage.setItem(TOKEN_KEY, token)
  act(() => hear({ type: 'sync', cause: 'storage' }))
}

const nameField = () => screen.findByRole('textbox', { name: 'Name' })
const title = 'Someone else signed in in another tab'
const notice = () => screen.findByText(title)
const offer = 'You left unsaved changes here'

/** Returns what the page has said since, each time that it showed `sentence`. */
function textsUnder(sentence: string): () => string[] {
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => texts.filter((text) => text.includes(sentence))
}

describe('another user’s sign-in in another tab', () => {
  it('is announced by name, and discards what was typed', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: adas })
    await app.user.type(await nameField(), 'North wall')
    switchTo(app, irises)
    const alert = (await notice()).closest<HTMLElement>('[role="alert"]') ?? document.body
    expect(await within(alert).findByText(/Iris Blau \(iris@example.com\)/)).toBeVisible()
    expect(await nameField()).toHaveValue('')
    expect(app.address()).toBe('/pages/gateways/new')
    expect(screen.queryByText(offer)).not.toBeInTheDocument()
    await app.user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(title)).not.toBeInTheDocument()
  })

  it('is announced once, when the name is known', async () => {
    const environment = testEnvironment({ later: () => () => undefined })
    const app = await openApp(server, '/pages/gateways/new', { token: adas, environment })
    const answer = signal()
    app.disturb(async ({ url }) => {
      if (url.endsWith(accountPaths.account)) await answer.given
      return null
    })
    const asked = () => app.calls.filter((call) => call.endsWith(accountPaths.account)).length
    const before = asked()
    switchTo(app, irises)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    expect(screen.queryByText(title)).not.toBeInTheDocument()
    answer.give()
    expect((await notice()).closest('[role="alert"]')).toHaveTextContent('Iris Blau')
  })

  it('is announced without a name when the account takes long to read', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: adas })
    await nameField()
    const { given, give } = signal()
    app.disturb(async ({ url }) => {
      if (url.endsWith(accountPaths.account)) await given
      return null
    })
    switchTo(app, irises)
    expect((await notice()).closest('[role="alert"]')).not.toHaveTextContent('Iris')
    give()
  })

  it('is announced without a name when the account cannot be read', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: adas })
    await nameField()
    app.disturb(({ url }) => (url.endsWith(accountPaths.account) ? Response.json({ message: 'Down' }, { status: 500 }) : null))
    switchTo(app, irises)
    expect(await notice()).toBeVisible()
  })

  it('keeps a draft for the user who typed it', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: adas })
    await app.user.type(await nameField(), 'North wall')
    switchTo(app, irises)
    await notice()
    await app.user.type(await nameField(), 'Cellar')
    await act(() => app.router.navigate('/pages/dashboard'))
    switchTo(app, adas)
    await act(() => app.router.navigate('/pages/gateways/new'))
    await app.user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await nameField()).toHaveValue('North wall'))
  })

  it('never shows a row that was loaded for the other user', async () => {
    const app = await openApp(server, '/pages/account', { token: adas })
    const first = await screen.findByRole('textbox', { name: 'First name' })
    switchTo(app, irises)
    expect(first).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Iris'))
  })

  it('is announced by name when it takes over the tab that signs out', async () => {
    const app = await openApp(server, '/sign-in')
    await signInByForm(app, { remember: false })
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    switchTo(app, irises)
    expect(screen.queryByText(title)).not.toBeInTheDocument()
    await app.user.click(screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body)
    const alert = (await notice()).closest<HTMLElement>('[role="alert"]') ?? document.body
    expect(await within(alert).findByText(/Iris Blau \(iris@example.com\)/)).toBeVisible()
  })

  it('shows nothing of the former user when it takes over the tab that signs out', async () => {
    const app = await openApp(server, '/sign-in')
    await signInByForm(app, { remember: false })
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await act(() => app.router.navigate('/pages/account'))
    await screen.findByText(ADMIN.email)
    switchTo(app, irises)
    const texts = textsUnder(title)
    await app.user.click(screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body)
    expect(await screen.findByText(/Iris Blau \(iris@example.com\)/)).toBeVisible()
    expect(texts().filter((text) => text.includes(ADMIN.email))).toEqual([])
  })

  // The last test, because it ends her session.
  it('keeps the other user’s draft when one of them signs out', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: adas })
    await app.user.type(await nameField(), 'North wall')
    switchTo(app, irises)
    await notice()
    await app.user.click(screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body)
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    switchTo(app, await server.signIn())
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await act(() => app.router.navigate('/pages/gateways/new'))
    expect(await screen.findByText(offer)).toBeVisible()
  })
})
