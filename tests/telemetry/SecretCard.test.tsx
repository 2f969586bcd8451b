import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

const openAttic = async () => {
  const { id } = await fleet.addGateway({ name: 'Attic' })
  return openConsole(server, fleet.token, `/pages/gateways/${id}`)
}
type Opened = Awaited<ReturnType<typeof openAttic>>

const create = async ({ user }: Opened) => user.click(await screen.findByRole('button', { name: 'Create a key' }))
const keyDialog = async () => within(await screen.findByRole('dialog', { name: 'Key of Attic' }))
const createAndClose = async (opened: Opened) => {
  await create(opened)
  await opened.user.click((await keyDialog()).getByRole('button', { name: 'Done' }))
}
const ask = async ({ user }: Opened) => {
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  return within(screen.getByRole('alertdialog', { name: 'New key for Attic?' }))
}

describe('a secret whose answer is lost', () => {
  it('may have been created, and one that was is shown as created', async () => {
    const opened = await openAttic()
    loseAnswers(opened, server, '/key')
    await create(opened)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('It is not known whether the key was created')
    expect(alert).toHaveTextContent('If it was, it can no longer be shown, and any previous one no longer works. Create another.')
    expect(await screen.findByRole('button', { name: 'New key' })).toBeVisible()
  })

  it('may have replaced the current one, and is replaced by another', async () => {
    const opened = await openAttic()
    await createAndClose(opened)
    const question = await ask(opened)
    const answer = loseAnswers(opened, server, '/key')
    await opened.user.click(question.getByRole('button', { name: 'Create a new key' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      /It is not known whether the key was created\..*Create another\./,
    )
    answer()
    await opened.user.click(question.getByRole('button', { name: 'Create a new key' }))
    expect((await keyDialog()).getByText(/^fgk_/)).toBeVisible()
  })
})

describe('leaving while a secret is being created', () => {
  it('asks first, because it is shown once', async () => {
    const opened = await openAttic()
    await createAndClose(opened)
    const question = await ask(opened)
    const answered = signal()
    opened.disturb(async ({ method }) => {
      if (method === 'POST') await answered.given
      return null
    })
    await opened.user.click(question.getByRole('button', { name: 'Create a new key' }))
    const before = opened.address()
    await opened.go('/pages/gateways')
    const leaving = within(await screen.findByRole('alertdialog', { name: 'Leave before it is shown?' }))
    await opened.user.click(leaving.getByRole('button', { name: 'Stay' }))
    expect(opened.address()).toBe(before)
    answered.give()
    await opened.user.click((await keyDialog()).getByRole('button', { name: 'Done' }))
    await opened.go('/pages/gateways')
    await waitFor(() => expect(opened.address()).toBe('/pages/gateways'))
  })
})
