import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../src/server/auth/users'
import { accountPaths } from '../../src/contract/account'
import { EVENTS_PATH } from '../../src/contract/events'
import { sessionPaths } from '../../src/contract/session'
import { get, GUARDED, post, signIn, tokenOf } from '../support/server/accounts'
import { loseAnswers } from '../support/screens/network'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { openApp } from './support/openApp'

const server = emptiedServer({ requireIfMatch: true })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const elsewhere = async () => tokenOf(await signIn(server, ADMIN, { headers: { 'user-agent': firefox }, from: '192.0.2.7' }))
const open = async () => {
  const app = await openApp(server, '/pages/account', { token })
  await screen.findByRole('heading', { level: 1, name: 'My account' })
  return app
}
const form = (name: string) => within(screen.getByRole('form', { name }))

describe('the account page', () => {
  it('requests the account once', async () => {
    const { calls } = await open()
    await screen.findByRole('form', { name: 'Name' })
    expect(calls.filter((call) => call === `GET ${accountPaths.account}`)).toHaveLength(1)
  })
})

describe('the top bar’s account menu', () => {
  it('leads to the user’s own account and to the users, and signs out', async () => {
    const { user, address } = await openApp(server, '/pages/dashboard', { token })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    const menu = within(screen.getByRole('menu', { name: 'Account' }))
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'My account',
      'Users',
      'Activity',
      'Notifications',
      'Sign out',
    ])
    await user.click(menu.getByRole('menuitem', { name: 'My account' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
    expect(address()).toBe('/pages/account')
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(screen.getByRole('menuitem', { name: 'Users' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })
})

describe('the user’s own names', () => {
  it('are saved', async () => {
    const { user } = await open()
    const first = await screen.findByRole('textbox', { name: 'First name' })
    await user.clear(first)
    await user.type(first, 'Ada')
    await user.type(screen.getByRole('textbox', { name: 'Surname' }), 'Lovelace')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name has been saved')).toBeVisible()
    const { rows } = await server.db.query(sql`select first_name, last_name, fullname from users`)
    expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Lovelace', fullname: 'Ada Lovelace' }])
  })

  it('say what is missing in the words of sign-up', async () => {
    const { user, calls } = await open()
    await user.clear(await screen.findByRole('textbox', { name: 'First name' }))
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('First name is required')).toBeVisible()
    expect(calls).not.toContain('PUT /api/v1/account')
  })

  it('keep what was typed when another session changed them, and replace that at the second try', async () => {
    const { user } = await open()
    const first = await screen.findByRole('textbox', { name: 'First name' })
    await server.db.query(sql`update users set version = version + 1, first_name = 'Grace', fullname = 'Grace'`)
    await user.clear(first)
    await user.type(first, 'Ada')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('The name is now Grace. Save again to replace it.')).toBeVisible()
    expect(first).toHaveValue('Ada')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name has been saved')).toBeVisible()
  })

  it('count as saved when an earlier attempt had saved them, and its answer was lost', async () => {
    const app = await open()
    await app.user.type(await screen.findByRole('textbox', { name: 'Surname' }), 'Lovelace')
    const answer = loseAnswers(app, server, accountPaths.account)
    await app.user.click(screen.getByRole('button', { name: 'Save name' }))
    await screen.findByRole('alert')
    answer()
    await app.user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name has been saved')).toBeVisible()
    expect(screen.queryByText(/^The name is now/)).toBeNull()
  })

  it('take the name that another session saved when the user chooses that', async () => {
    const { user, calls, address } = await open()
    const first = await screen.findByRole('textbox', { name: 'First name' })
    await server.db.query(sql`update users set version = version + 1, first_name = 'Grace', fullname = 'Grace'`)
    await user.type(first, 'Ada')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(first).toHaveValue('Grace')
    expect(screen.queryByText('The name is now Grace. Save again to replace it.')).toBeNull()
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Plants' }))
    await waitFor(() => expect(address()).toBe('/pages/plants'))
  })

  it('are saved when another session changed something else of the account', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Surname' }), 'Lovelace')
    await server.db.query(sql`update users set version = version + 1`)
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name has been saved')).toBeVisible()
  })

  it('ask before unsaved values are lost', async () => {
    const { user, address } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Surname' }), 'L')
    await user.click(screen.getByRole('link', { name: 'Plants' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(address()).toBe('/pages/account')
    await user.click(dialog.getByRole('button', { name: /Stay|Keep/ }))
    expect(screen.getByRole('textbox', { name: 'Surname' })).toHaveValue('L')
  })
})

describe('the user’s own password', () => {
  const change = async ({ user }: Awaited<ReturnType<typeof open>>, current: string, next: string, again = next) => {
    await user.type(form('Password').getByLabelText('Current password'), current)
    await user.type(form('Password').getByLabelText('New password'), next)
    await user.type(form('Password').getByLabelText('Confirm password'), again)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('is changed by the current one; other sessions end, this one stays', async () => {
    const other = await elsewhere()
    const app = await open()
    await screen.findByRole('rowheader', { name: 'Firefox on Linux' })
    await change(app, ADMIN.password, 'lichen and fern')
    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Firefox on Linux' })).toBeNull())
    expect((await get(server, GUARDED, other)).status).toBe(401)
    expect((await signIn(server, { ...ADMIN, password: 'lichen and fern' })).status).toBe(200)
    for (const label of ['Current password', 'New password', 'Confirm password'])
      expect(form('Password').getByLabelText(label)).toHaveValue('')
    expect(app.address()).toBe('/pages/account')
  })

  it('may be changed before the name is saved', async () => {
    const app = await open()
    await change(app, ADMIN.password, 'lichen and fern')
    await screen.findByText(/^Your password has been changed/)
    await app.user.type(await screen.findByRole('textbox', { name: 'Surname' }), 'Lovelace')
    await app.user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name has been saved')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has ended the other sessions also when the answer is lost', async () => {
    await elsewhere()
    const app = await open()
    await screen.findByRole('rowheader', { name: 'Firefox on Linux' })
    loseAnswers(app, server, accountPaths.password)
    await change(app, ADMIN.password, 'lichen and fern')
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Firefox on Linux' })).toBeNull())
    expect((await signIn(server, { ...ADMIN, password: 'lichen and fern' })).status).toBe(200)
  })

  it('says that the current one is wrong, and keeps the session', async () => {
    const app = await open()
    await change(app, 'moss', 'lichen and fern')
    await waitFor(() => expect(form('Password').getByLabelText('Current password')).toBeInvalid())
    expect(form('Password').getByLabelText('Current password')).toHaveAccessibleDescription('Current password is wrong')
    expect(app.address()).toBe('/pages/account')
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it('takes the alert of a wrong one away once the right one was accepted', async () => {
    const app = await open()
    await change(app, 'moss', 'lichen and fern')
    expect(await screen.findByRole('alert')).toHaveTextContent('Current password is wrong')
    const current = form('Password').getByLabelText('Current password')
    await app.user.clear(current)
    await app.user.type(current, ADMIN.password)
    await app.user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText(/^Your password has been changed/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is requested in the words of sign-up, with its hint', async () => {
    const app = await open()
    expect(form('Password').getByLabelText('New password')).toHaveAccessibleDescription('6 characters minimum')
    await app.user.click(screen.getByRole('button', { name: 'Change password' }))
    for (const sentence of ['Current password is required', 'New password is required', 'Confirm password is required'])
      expect(await screen.findByText(sentence)).toBeVisible()
    await change(app, 'a', 'lichen and fern', 'lichen')
    expect(await screen.findByText('Password & Confirm Password does not match')).toBeVisible()
    expect(app.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })
})

describe('the user’s own sessions', () => {
  it('can be distinguished, and ended one by one', async () => {
    const other = await elsewhere()
    const { user } = await open()
    const row = within(
      (await screen.findByRole('rowheader', { name: 'Firefox on Linux' })).closest('tr') ?? document.createElement('tr'),
    )
    expect(row.getByText('192.0.2.7')).toBeVisible()
    expect(screen.getByRole('rowheader', { name: /This session/ })).toBeVisible()
    await user.click(row.getByRole('button', { name: 'End the session of Firefox on Linux' }))
    expect(await screen.findByText('Session of Firefox on Linux ended')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    expect((await get(server, GUARDED, other)).status).toBe(401)
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it('show a sign-in elsewhere once the page is looked at again', async () => {
    const app = await openApp(server, '/pages/account', { token, live: true })
    await screen.findByRole('rowheader', { name: /This session/ })
    // Since then it also notices that the page is looked at.
    await waitFor(() => expect(app.calls.some((call) => call.startsWith(`GET ${EVENTS_PATH}`))).toBe(true))
    await elsewhere()
    expect(screen.queryByRole('rowheader', { name: 'Firefox on Linux' })).toBeNull()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByRole('rowheader', { name: 'Firefox on Linux' })).toBeVisible()
    expect(app.calls.filter((call) => call === `GET ${accountPaths.sessions}`)).toHaveLength(2)
  })

  it('all end except this one, after a confirmation', async () => {
    const others = [await elsewhere(), await elsewhere()]
    const { user } = await open()
    const all = await screen.findByRole('button', { name: 'End all others' })
    await waitFor(() => expect(all).not.toHaveAttribute('aria-disabled'))
    await user.click(all)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End 2 sessions' }))
    expect(await screen.findByText('2 sessions ended')).toBeVisible()
    await waitFor(() => expect(all).toHaveAttribute('aria-disabled', 'true'))
    for (const other of others) expect((await get(server, GUARDED, other)).status).toBe(401)
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it('say when the session to end has ended already', async () => {
    const other = await elsewhere()
    const { user } = await open()
    await screen.findByRole('rowheader', { name: 'Firefox on Linux' })
    await post(server, sessionPaths.signOut, undefined, { token: other })
    await user.click(screen.getByRole('button', { name: 'End the session of Firefox on Linux' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('has already ended')
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
  })

  it('lead to sign-in when another session ended this one', async () => {
    const other = await elsewhere()
    const { user, address } = await open()
    await screen.findByRole('rowheader', { name: 'Firefox on Linux' })
    await post(server, '/api/v1/account/sessions/end_others', undefined, { token: other })
    await user.click(screen.getByRole('button', { name: 'End the session of Firefox on Linux' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/sign-in?returnUrl=%2Fpages%2Faccount')
  })
})

describe('deactivating oneself', () => {
  it('leads to sign-in at once', async () => {
    await createUser(server.db, { firstName: 'Iris', email: 'iris@example.com', passwordHash: null, at: new Date() })
    const { user } = await openApp(server, '/pages/users', { token })
    await user.click(await screen.findByRole('button', { name: 'Actions for Administrator' }))
    await user.click(screen.getByRole('menuitem', { name: /Deactivate/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate your own account?' }))
    await user.type(dialog.getByRole('textbox'), ADMIN.email)
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect((await signIn(server, ADMIN)).status).toBe(401)
  })
})
