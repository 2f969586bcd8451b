import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../src/server/auth/users'
import { get, GUARDED, iris, register, signIn } from '../support/server/accounts'
import { openConsole } from '../support/screens/console'
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
const addUser = (firstName: string) =>
  createUser(server.db, { firstName, email: `${firstName.replace(' ', '')}@example.com`, passwordHash: null, at: new Date() })
const open = (path = '/pages/users') => openConsole(server, token, path)

describe('the users list', () => {
  it('shows who may sign in, who never has, and marks the signed-in user', async () => {
    await addUser('iris')
    await server.db.query(sql`update users set active = false where email = ${iris.email}`)
    await open()
    expect((await rowOf('iris')).getByText('Deactivated')).toBeVisible()
    expect((await rowOf('iris')).getByText('Not confirmed')).toBeVisible()
    expect((await rowOf('iris')).getByText('Never')).toBeVisible()
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

  it.each([
    ['/pages/users/new', 'Users cannot be created here'],
    ['/pages/users/01890000-0000-7000-8000-000000000000/edit', 'Users cannot be updated here'],
  ])('has no form at %s', async (path, sentence) => {
    await open(path)
    expect(await screen.findByText(sentence)).toBeVisible()
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

  it('requires it also when the account could not be read', async () => {
    await register(server)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${ADMIN.email}`)
    const [{ id }] = rows as [{ id: string }]
    const { user, disturb, go } = await openConsole(server, token, '/pages/sensors', { owner: id })
    await screen.findByRole('heading', { name: 'No sensors yet' })
    disturb(({ url }) => (url.endsWith('/account') ? Promise.reject(new TypeError('network')) : null))
    await go(`/pages/users/${id}`)
    await user.click(await screen.findByRole('button', { name: /Deactivate/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate your own account?' }))
    expect(dialog.getByRole('textbox')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
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

describe('several selected users', () => {
  it('are deactivated and reactivated together', async () => {
    const theirs = await register(server)
    await addUser('Rosa')
    const { user } = await open()
    for (const name of ['Iris Blau', 'Rosa']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Deactivate 2 users?' })
    expect(dialog).toHaveTextContent('They are signed out everywhere at once')
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate 2 users' }))
    expect(await screen.findByText('2 users deactivated')).toBeVisible()
    expect((await get(server, GUARDED, theirs)).status).toBe(401)
    expect((await users()).filter(({ active }) => active)).toEqual([{ email: ADMIN.email, active: true }])

    for (const name of ['Iris Blau', 'Rosa']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Reactivate' }))
    await user.click(await screen.findByRole('button', { name: 'Reactivate 2 users' }))
    expect(await screen.findByText('2 users reactivated')).toBeVisible()
    expect((await users()).every(({ active }) => active)).toBe(true)
  })

  it('are counted without those that are deactivated or active already', async () => {
    await addUser('Iris')
    await addUser('Rosa')
    await server.db.query(sql`update users set active = false where email = 'Rosa@example.com'`)
    const { user } = await open()
    const cases = [
      ['Deactivate', 'deactivated', 'Rosa'],
      ['Reactivate', 'reactivated', 'Administrator'],
    ] as const
    for (const [verb, deed, other] of cases) {
      for (const name of ['Iris', other]) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
      await user.click(screen.getByRole('button', { name: verb }))
      const dialog = within(await screen.findByRole('alertdialog', { name: `${verb} 2 users?` }))
      expect(dialog.getByText(new RegExp(`^1 of 2 can be ${deed}\\. `))).toBeVisible()
      await user.click(dialog.getByRole('button', { name: `${verb} 2 users` }))
      expect(await screen.findByText(`1 user ${deed}, 1 left as it was`)).toBeVisible()
    }
  })

  it('are not deactivated together with the own account', async () => {
    await register(server)
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 2 users?' }))
    expect(dialog.getByText('You are among them: deselect your own account first.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Deactivate 2 users' })).toBeDisabled()
  })

  it('are not deactivated together with an own account on another page', async () => {
    for (let number = 10; number < 35; number += 1) await addUser(`Aaron ${number}`)
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 26 users' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 26 users?' }))
    expect(dialog.getByText('You may be among them: select the users page by page.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Deactivate 26 users' })).toBeDisabled()
  })
})

describe('a user’s page', () => {
  it('shows the account, and no way to edit it', async () => {
    const { id } = await addUser('iris')
    await open(`/pages/users/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'iris' })).toBeVisible()
    expect(screen.getByText('iris@example.com, never signed in')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy Email' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
