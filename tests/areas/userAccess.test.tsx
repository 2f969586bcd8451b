import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmAddresses, get, GUARDED, iris, register, signIn } from '../support/server/accounts'
import { openConsole } from '../support/screens/console'
import { inside } from '../support/screens/shown'
import { setUpApp } from '../support/server/factors'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
const server = emptiedServer({ registration: 'open' })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const open = (path: string) => openConsole(server, token, path)

describe('a user’s sessions', () => {
  it('are shown on the user’s page and ended there, one by one and all at once', async () => {
    const first = await register(server)
    await signIn(server, {}, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' } })
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const { user } = await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Sessions' }))
    await user.click(await card.findByRole('button', { name: 'End the session of Firefox on Linux' }))
    await waitFor(() => expect(card.queryByText('Firefox on Linux')).toBeNull())
    await waitFor(() => expect(card.getByRole('heading', { name: 'Sessions' })).toHaveFocus())
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
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Iris Blau' })).toHaveFocus())
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
  /** Sets up an app for a colleague, and opens her page. */
  async function openIris(theirs: string) {
    await setUpApp(server, theirs)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    return open(`/pages/users/${rows[0]?.id}`)
  }
  async function removal(user: UserEvent) {
    await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
    return inside('dialog', 'Remove the second factor of Iris Blau?')
  }

  it('is, on the user’s own page, changed on the account page', async () => {
    await setUpApp(server, token, ADMIN.password)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${ADMIN.email}`)
    await open(`/pages/users/${rows[0]?.id}`)
    const card = within(await screen.findByRole('region', { name: 'Second factor' }))
    expect(await card.findByRole('link', { name: 'Open your account' })).toHaveAttribute('href', '/pages/account')
    expect(card.queryByRole('button', { name: 'Remove second factor' })).toBeNull()
  })

  it('is removed after one’s own password; a failed removal says why in the dialog', async () => {
    const { user, disturb } = await openIris(await register(server))
    const dialog = await removal(user)
    // Her address is not confirmed.
    expect(dialog.queryByText(/notified by email/)).toBeNull()
    expect(dialog.getByDisplayValue(ADMIN.email)).toHaveAttribute('autocomplete', 'username')
    expect(dialog.getByLabelText('Your own password')).toHaveFocus()
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
  it('is removed with a mail to a confirmed address', async () => {
    const theirs = await register(server)
    await confirmAddresses(server)
    const { user } = await openIris(theirs)
    expect((await removal(user)).getByText(/The user is notified by email/)).toBeVisible()
  })
})
