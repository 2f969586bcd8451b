import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPaths } from '../../src/contract/session'
import { iris, mailedToken, post } from '../support/server/accounts'
import { openConsole } from '../support/screens/console'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { rowOf } from '../support/screens/shown'

const server = emptiedServer({ registration: 'open' })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const open = (path = '/pages/users') => openConsole(server, token, path)

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

  it('are not lost without a question while one is typed', async () => {
    const { user, address, go } = await open('/pages/users/invitations')
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), iris.email)
    await go('/pages/users')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay' }))
    expect(address()).toBe('/pages/users/invitations')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(iris.email)
  })

  it('are revoked', async () => {
    await post(server, sessionPaths.invitation, { email: iris.email }, { token })
    const { user } = await open('/pages/users/invitations')
    await user.click((await rowOf(iris.email)).getByRole('button', { name: `Revoke the invitation of ${iris.email}` }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('No open invitations')).toBeVisible()
    expect(screen.getByText(`Invitation of ${iris.email} revoked`)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Open invitations' })).toHaveFocus())
  })

  it('that were accepted or revoked elsewhere can only be left', async () => {
    await post(server, sessionPaths.invitation, { email: iris.email }, { token })
    const { user } = await open('/pages/users/invitations')
    await user.click((await rowOf(iris.email)).getByRole('button', { name: `Revoke the invitation of ${iris.email}` }))
    const revoke = await screen.findByRole('button', { name: 'Revoke' })
    await server.db.query(sql`delete from invitations`)
    await user.click(revoke)
    await screen.findByText('It was accepted or revoked already, or has expired.')
    expect(screen.queryByText(/You can send another invitation/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Revoke' })).toBeDisabled()
    expect(screen.getByText('Close')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('No open invitations')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
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

  it('cannot be sent where registration is closed', async () => {
    await openConsole(server, token, '/pages/users/invitations', { environment: { registration: 'closed' } })
    expect(await screen.findByText('Registration is closed')).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('say why they could not be listed, and try again', async () => {
    const { user, disturb } = await openConsole(server, token, '/pages/users')
    await screen.findByRole('link', { name: 'Invite' })
    const problem = { message: 'The database is away', code: 'unavailable', requestId: 'r' }
    disturb(({ url }) => (url.endsWith('/invitations') ? Response.json(problem, { status: 503 }) : null))
    await user.click(screen.getByRole('link', { name: 'Invite' }))
    expect(await screen.findByText('The database is away')).toBeVisible()
    const retry = screen.getByRole('button', { name: 'Retry' })
    await user.click(retry)
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
    expect(retry).toHaveFocus()
    disturb(() => null)
    await user.click(retry)
    expect(await screen.findByText('No open invitations')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Open invitations' })).toHaveFocus())
  })
})
