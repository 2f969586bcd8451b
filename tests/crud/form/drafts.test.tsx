import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { NotificationChannel } from '../../../src/contract/notificationChannels'
import { createTabStorage, openConsole, type ConsoleOptions, type TestConsole } from '../../support/screens/console'
import { callAt, emptiedServer, fleetAt } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = emptiedServer({ requireIfMatch: true })
const call = callAt(server)
const fleet = fleetAt(server)
const channel = { name: 'On call', kind: 'webhook', recipients: [], preset: 'generic', tellsResolved: true, active: true }

const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save changes' })
const openEdit = (id: string, options: ConsoleOptions) => openConsole(server, fleet.token, `/pages/gateways/${id}/edit`, options)

/** Appends " two" to a gateway's name without saving; returns the tab's storage, which then has the draft. */
async function leftDraft(id: string): Promise<ReturnType<typeof createTabStorage>> {
  const tabStorage = createTabStorage()
  const { user } = await openEdit(id, { tabStorage })
  await user.type(await field('Name'), ' two')
  document.body.replaceChildren()
  return tabStorage
}

describe('the draft of a form', () => {
  it('is offered after the session ended during typing, and never overwrites anything without asking', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const tabStorage = await leftDraft(id)
    await fleet.put(`/api/v1/gateways/${id}`, { description: 'new' })

    const { user } = await openEdit(id, { tabStorage })
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two'))
    await user.click(save())
    expect(await screen.findByRole('dialog', { name: 'This gateway was changed by someone else' })).toBeVisible()
    expect((await fleet.get(`/api/v1/gateways/${id}`)).name).toBe('Attic')
  })

  it('is offered only while the form accepts input', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = await leftDraft(id)

    const { user, disturb } = await openEdit(id, { tabStorage })
    expect(await screen.findByRole('button', { name: 'Restore them' })).toBeVisible()
    const answer = signal()
    disturb(({ method }) => (method === 'PUT' ? answer.given.then(() => Promise.reject(new TypeError('network'))) : null))
    await user.type(await field('Name'), ' three')
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore them' })).toBeNull())
    answer.give()
    expect(await screen.findByText('It is not known whether this was saved')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore them' }))
    expect(await field('Name')).toHaveValue('Attic two')
    expect(screen.queryByText('It is not known whether this was saved')).toBeNull()
  })

  it('stays until it is restored or discarded, whatever is typed and saved beside its offer', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const tabStorage = await leftDraft(id)

    const second = await openEdit(id, { tabStorage })
    expect(await screen.findByText('You left unsaved changes here')).toBeVisible()
    await second.user.type(await field('Name'), '!{Backspace}')
    await second.user.click(save())
    expect(await screen.findByText('Attic has no changes to save')).toBeVisible()
    document.body.replaceChildren()

    const third = await openEdit(id, { tabStorage })
    await third.user.type(await field('Description'), 'er')
    await third.user.click(save())
    expect(await screen.findByText('Gateway Attic saved')).toBeVisible()
    document.body.replaceChildren()

    const { user } = await openEdit(id, { tabStorage })
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two'))
  })

  it('stays, and so does what is typed beside its offer when the session ends', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    for (const typed of [' two', ' three']) {
      const { user } = await openEdit(id, { tabStorage })
      await user.type(await field('Name'), typed)
      document.body.replaceChildren()
    }
    for (const restored of ['Attic three', 'Attic two']) {
      const { user } = await openEdit(id, { tabStorage })
      await user.click(await screen.findByRole('button', { name: 'Restore them' }))
      await waitFor(async () => expect(await field('Name')).toHaveValue(restored))
      await user.clear(await field('Name'))
      await user.type(await field('Name'), 'Attic')
      document.body.replaceChildren()
    }
  })

  it('leaves what was typed beside its offer for the next time when it is restored', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = await leftDraft(id)

    const second = await openEdit(id, { tabStorage })
    await second.user.type(await field('Description'), 'Dusty')
    await second.user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two'))
    await second.user.click(save())
    expect(await screen.findByText('Gateway Attic two saved')).toBeVisible()
    document.body.replaceChildren()

    const { user } = await openEdit(id, { tabStorage })
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Description')).toHaveValue('Dusty'))
  })

  it('stays offered when another user’s version is taken', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic', description: 'old' })
    const tabStorage = await leftDraft(id)

    const { user } = await openEdit(id, { tabStorage })
    await user.type(await field('Description'), 'er')
    await fleet.put(`/api/v1/gateways/${id}`, { description: 'new' })
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    await waitFor(async () => expect(await field('Description')).toHaveValue('new'))
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic two'))
  })

  it('stores what is typed once the older one is discarded', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = await leftDraft(id)

    const second = await openEdit(id, { tabStorage })
    await second.user.type(await field('Name'), ' three')
    await second.user.click(screen.getByRole('button', { name: 'Discard them' }))
    document.body.replaceChildren()

    const { user } = await openEdit(id, { tabStorage })
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(async () => expect(await field('Name')).toHaveValue('Attic three'))
  })

  it('of a new row is apart from that of a clone and of a link with values', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    const forms = ['/new', `/new?from=${id}`, '/new?name=Shed']
    for (const form of forms) {
      const { user } = await openConsole(server, fleet.token, `/pages/gateways${form}`, { tabStorage })
      await user.type(await field('Serial number'), `SN ${form}`)
      expect(screen.queryByText('You left unsaved changes here')).toBeNull()
      document.body.replaceChildren()
    }
    for (const form of forms) {
      const { user } = await openConsole(server, fleet.token, `/pages/gateways${form}`, { tabStorage })
      await user.click(await screen.findByRole('button', { name: 'Restore them' }))
      await waitFor(async () => expect(await field('Serial number')).toHaveValue(`SN ${form}`))
      document.body.replaceChildren()
    }
  })

  it('is not offered to another user', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const tabStorage = createTabStorage()
    const first = await openEdit(id, { tabStorage, owner: 'ada' })
    await first.user.type(await field('Name'), ' two')
    document.body.replaceChildren()
    await openEdit(id, { tabStorage, owner: 'bob' })
    expect(await field('Name')).toHaveValue('Attic')
    expect(screen.queryByText('You left unsaved changes here')).toBeNull()
  })

  describe('with a secret', () => {
    const addHook = async () => {
      const body = { ...channel, url: 'https://hooks.example.com/stored-secret' }
      const answer = await call<{ result: NotificationChannel }>('POST', '/api/v1/notification_channels/register', { body })
      return `/pages/notification-channels/${answer.body.result.id}/edit`
    }
    const typeAddress = async ({ user }: TestConsole, address: string) => {
      await user.clear(await field('Address'))
      await user.type(await field('Address'), address)
    }

    it('restores the other fields; the secret is that of the row', async () => {
      const path = await addHook()
      const tabStorage = createTabStorage()
      const first = await openConsole(server, fleet.token, path, { tabStorage })
      await typeAddress(first, 'https://hooks.example.com/typed-secret')
      await first.user.type(await field('Name'), ' at night')
      await waitFor(() => expect(tabStorage.get('drafts')).toContain('On call at night'))
      expect(tabStorage.get('drafts')).not.toContain('secret')
      document.body.replaceChildren()

      const { user } = await openConsole(server, fleet.token, path, { tabStorage })
      await user.click(await screen.findByRole('button', { name: 'Restore them' }))
      await waitFor(async () => expect(await field('Name')).toHaveValue('On call at night'))
      expect(await field('Address')).toHaveValue('https://hooks.example.com/stored-secret')
      await user.click(save())
      expect(await screen.findByRole('heading', { level: 1, name: 'On call at night' })).toBeVisible()
    })

    it('is not stored for the secret alone', async () => {
      const path = await addHook()
      const tabStorage = createTabStorage()
      const console = await openConsole(server, fleet.token, path, { tabStorage })
      await typeAddress(console, 'https://hooks.example.com/typed-secret')
      await console.user.type(await field('Name'), '!')
      await waitFor(() => expect(tabStorage.get('drafts')).toContain('On call!'))
      await console.user.type(await field('Name'), '{Backspace}')
      await waitFor(() => expect(tabStorage.get('drafts')).toBeNull())
    })
  })
})
