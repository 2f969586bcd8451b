import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/session'
import { get, GUARDED, iris, mailedToken, post, register, signIn } from '../support/server/accounts'
import { openConsole } from '../support/screens/console'
import { setUpApp } from '../support/server/factors'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { rowOf } from '../support/screens/shown'

const server = emptiedServer({ registration: 'open' })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const users = async () =>
  (await server.db.query<{ email: string; active: boolean }>(sql`select email, active from users order by email`)).rows
const open = (path = '/pages/users') => openConsole(server, token, path)

describe('the users list', () => {
  it('shows who may sign in, who never has, and marks the signed-in user', async () => {
    await register(server)
    await server.db.query(sql`update users set active = false where email = ${iris.email}`)
    await open()
    expect((await rowOf('Iris Blau')).getByText('Deactivated')).toBeVisible()
    expect((await rowOf('Iris Blau')).getByText('Not confirmed')).toBeVisible()
    expect((await rowOf('Iris Blau')).getByText('Never')).toBeVisible()
    expect((await rowOf('Administrator You')).getByText('Active')).toBeVisible()
  })

  it('filters the deactivated users', async () => {
    await register(server)
    await server.db.query(sql`update users set active = false where email = ${iris.email}`)
    const { user, address } = await open()
    await rowOf('Iris Blau')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Deactivated')
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    expect(address()).toBe('/pages/users?active=false')
  })

  it('offers no button to create, edit, clone or delete a user', async () => {
    const { user, address } = await open()
    await user.click((await rowOf(/Administrator/)).getByRole('button', { name: 'Actions for Administrator' }))
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(items.join()).toMatch(/^Open.?,Deactivate…?$/)
    expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
    await user.keyboard('{Escape}e')
    expect(address()).toBe('/pages/users')
  })

  it.each(['/pages/users/new', '/pages/users/01890000-0000-7000-8000-000000000000/edit'])('has no form at %s', async (path) => {
    await open(path)
    expect(await screen.findByText('There is no such form for users')).toBeVisible()
    expect(screen.queryByRole('form')).toBeNull()
  })
})

describe('deactivating a user', () => {
  it('asks, ends their sessions, and shows it; reactivating allows sign-in again', async () => {
    const theirs = await register(server)
    const { user } = await open()
    await user.click((await rowOf('Iris Blau')).getByRole('button', { name: 'Actions for Iris Blau' }))
    await user.click(screen.getByRole('menuitem', { name: /Deactivate/ }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Deactivate Iris Blau?' })
    expect(dialog).toHaveTextContent('iris@example.com is signed out everywhere at once')
    expect(dialog).toHaveTextContent('The invitations that the account sent are revoked, unless they were accepted.')
    expect((await users()).every(({ active }) => active)).toBe(true)
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Iris Blau deactivated')).toBeVisible()
    await waitFor(async () => expect((await rowOf('Iris Blau')).getByText('Deactivated')).toBeVisible())
    expect((await get(server, GUARDED, theirs)).status).toBe(401)

    await user.click((await rowOf('Iris Blau')).getByRole('button', { name: 'Actions for Iris Blau' }))
    await user.click(screen.getByRole('menuitem', { name: /Reactivate/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reactivate' }))
    expect(await screen.findByText('Iris Blau reactivated')).toBeVisible()
    expect((await signIn(server)).status).toBe(200)
  })

  it('requires typing one’s own address to deactivate oneself', async () => {
    await register(server)
    const id = (await server.db.query<{ id: string }>(sql`select id from users where email = ${ADMIN.email}`)).rows[0]?.id ?? ''
    const { user } = await open(`/pages/users/${id}`)
    await user.click(await screen.findByRole('button', { name: /Deactivate/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate your own account?' }))
    expect(dialog.getByText(/^You are signed out everywhere/)).toHaveTextContent(
      'The invitations that you sent are revoked, unless they were accepted.',
    )
    expect(dialog.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
    await user.type(dialog.getByRole('textbox'), ADMIN.email)
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await waitFor(async () => expect(await users()).toContainEqual({ email: ADMIN.email, active: false }))
    expect((await get(server, GUARDED, token)).status).toBe(401)
  })

  it('says in the dialog that the last administrator cannot be deactivated', async () => {
    const { user } = await open()
    await user.click((await rowOf(/Administrator/)).getByRole('button', { name: 'Actions for Administrator' }))
    await user.click(screen.getByRole('menuitem', { name: /Deactivate/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate your own account?' }))
    await user.type(dialog.getByRole('textbox'), ADMIN.email)
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The last active administrator cannot be deactivated')
    expect(await users()).toEqual([{ email: ADMIN.email, active: true }])
  })

  it('succeeds at the second try after another user’s change', async () => {
    await register(server)
    const { user } = await open()
    await rowOf('Iris Blau')
    await server.db.query(sql`update users set version = version + 1 where email = ${iris.email}`)
    await user.click((await rowOf('Iris Blau')).getByRole('button', { name: 'Actions for Iris Blau' }))
    await user.click(screen.getByRole('menuitem', { name: /Deactivate/ }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Someone else changed this user.')
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Iris Blau deactivated')).toBeVisible()
  })
})

describe('a user’s page', () => {
  it('shows the account, and no way to edit it', async () => {
    await register(server)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    await open(`/pages/users/${rows[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Iris Blau' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy Email' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})

describe('the invitations', () => {
  it('are sent from the list of users, are listed, and allow the recipients to register', async () => {
    const { user, address } = await open()
    await user.click(await screen.findByRole('link', { name: 'Invite' }))
    expect(address()).toBe('/pages/users/invitations')
    expect(await screen.findByText('No open invitations')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), iris.email)
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect((await rowOf(iris.email)).getByText('Administrator')).toBeVisible()
    expect(screen.getByText(`Invitation sent to ${iris.email}`)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    const link = await mailedToken(server, '/sign-up')
    const signUp = { firstName: 'Iris', fullname: 'Iris', ...iris, password_confirmation: iris.password }
    expect((await post(server, `${sessionPaths.signUp}?invitation=${link}`, signUp)).status).toBe(201)
  })

  it('are revoked', async () => {
    await post(server, sessionPaths.invitation, { email: iris.email }, { token })
    const { user } = await open('/pages/users/invitations')
    await user.click((await rowOf(iris.email)).getByRole('button', { name: `Revoke the invitation of ${iris.email}` }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('No open invitations')).toBeVisible()
    expect(screen.getByText(`Invitation of ${iris.email} revoked`)).toBeVisible()
  })

  it('are checked by the rules of sign-up, and name who has the address already', async () => {
    const { user } = await open('/pages/users/invitations')
    await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Email is required')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), ADMIN.email)
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Administrator has an account with this email already')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(ADMIN.email)
  })

  it('say why they could not be listed, and try again', async () => {
    const { user, disturb } = await openConsole(server, token, '/pages/users')
    await screen.findByRole('link', { name: 'Invite' })
    const problem = { message: 'The database is away', code: 'unavailable', requestId: 'r' }
    disturb(({ url }) => (url.endsWith('/invitations') ? Response.json(problem, { status: 503 }) : null))
    await user.click(screen.getByRole('link', { name: 'Invite' }))
    expect(await screen.findByText('The database is away')).toBeVisible()
    disturb(() => null)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No open invitations')).toBeVisible()
  })
})

describe('a user’s sessions', () => {
  it('are shown on the user’s page and ended there, one by one and all at once', async () => {
    const first = await register(server)
    await signIn(server, {}, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' } })
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const { user } = await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Sessions' }))
    await user.click(await card.findByRole('button', { name: 'End the session of Firefox on Linux' }))
    await waitFor(() => expect(card.queryByText('Firefox on Linux')).toBeNull())
    expect((await get(server, GUARDED, first)).status).toBe(200)
    await user.click(card.getByRole('button', { name: 'End all' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Sign Iris Blau out everywhere?' }))
    await user.click(dialog.getByRole('button', { name: 'End 1 session' }))
    expect(await card.findByText('Not signed in anywhere.')).toBeVisible()
    expect(card.getByRole('button', { name: 'End all' })).toHaveAttribute('aria-disabled', 'true')
    expect((await get(server, GUARDED, first)).status).toBe(401)
  })

  it('are gone, and the second factor is read again, once the account is deactivated', async () => {
    const theirs = await register(server)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const { user } = await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Sessions' }))
    expect(await card.findByRole('button', { name: /^End the session of / })).toBeVisible()
    await setUpApp(server, theirs)
    await user.click(screen.getByRole('button', { name: /Deactivate/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
    expect(await card.findByText('Not signed in anywhere.')).toBeVisible()
    expect(await screen.findByRole('region', { name: 'Second factor' })).toHaveTextContent('Authenticator app')
  })

  it('are, on the user’s own page, all but the current one', async () => {
    await signIn(server, ADMIN)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${ADMIN.email}`)
    const { user } = await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Sessions' }))
    const all = card.getByRole('button', { name: /^End all/ })
    await waitFor(() => expect(all).not.toHaveAttribute('aria-disabled'))
    await user.click(all)
    const dialog = within(screen.getByRole('alertdialog', { name: 'End all other sessions?' }))
    expect(dialog.getByText('The devices have to sign in again. This session stays.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'End 1 session' }))
    await waitFor(() => expect(all).toHaveAttribute('aria-disabled', 'true'))
    expect((await get(server, GUARDED, token)).status).toBe(200)
  })

  it('are shown beside the account’s activity, in whole sentences', async () => {
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users limit 1`)
    await server.db.query(sql`
      insert into audit_entries (user_id, action, subject, subject_id)
      values (${rows[0]?.id}, 'password_changed', 'User', ${rows[0]?.id}), (${rows[0]?.id}, 'restored', 'User', ${rows[0]?.id})`)
    await open(`/pages/users/${rows[0]?.id}`)
    const history = within(await screen.findByRole('region', { name: 'Change history' }))
    const sentences = (await history.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(sentences[0]).toMatch(/Administrator restored it$/)
    expect(sentences[1]).toMatch(/Administrator changed the password $/)
  })
})

describe('a user’s second factor', () => {
  it('is, on the user’s own page, changed on the account page', async () => {
    await setUpApp(server, token, ADMIN.password)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${ADMIN.email}`)
    await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Second factor' }))
    expect(await card.findByRole('link', { name: 'Open your account' })).toHaveAttribute('href', '/pages/account')
    expect(card.queryByRole('button', { name: 'Remove second factor' })).toBeNull()
  })

  it('is removed after one’s own password; a failed removal says why in the dialog', async () => {
    const theirs = await register(server)
    await setUpApp(server, theirs)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const { user, disturb } = await open(`/pages/users/${rows[0]?.id}`)
    await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Remove the second factor of Iris Blau?' }))
    await user.type(dialog.getByLabelText('Your own password'), 'wrong words')
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByText('Password is wrong')).toBeVisible()
    await user.clear(dialog.getByLabelText('Your own password'))
    await user.type(dialog.getByLabelText('Your own password'), ADMIN.password)
    disturb(({ url }) => (url.endsWith('/remove') ? Response.json({ message: 'Down for a moment' }, { status: 500 }) : null))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Down for a moment')
    disturb(() => null)
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Second factor of Iris Blau removed')).toBeVisible()
  })
})
