import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationChannel } from '../../src/contract/notificationChannels'
import { FALLBACK_MESSAGE } from '../../src/contract/constants'
import { alertingAt } from '../support/rows/alerting'
import { fact, inside, rowOf } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'

const server = emptiedServer({ privateWebhooks: true })
const { addChannel, addRule, open, read } = alertingAt(server)

let receiver: Server
let url: string
/** The receiver's answer. */
let reply: { readonly status: number; readonly text?: string }
beforeEach(async () => {
  reply = { status: 204 }
  receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(reply.status).end(reply.text))
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=opens-the-door`
})
afterEach(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const region = (name: string) => inside('region', name)

describe('the list of notification channels', () => {
  it('shows the recipients of each (only the host of an address), and how many rules use it', async () => {
    await addChannel({
      name: 'Hook',
      kind: 'webhook',
      recipients: [],
      url: 'https://hooks.example.com/secret/path',
      active: false,
    })
    const mail = await addChannel({ name: 'Mail', recipients: ['a@example.com', 'b@example.com', 'c@example.com'] })
    await addRule({ channelIds: [mail.id] })
    await open('/pages/notification-channels')
    const hook = await rowOf('Hook')
    expect(hook.getByText('hooks.example.com')).toBeVisible()
    expect(hook.getByText('Off')).toBeVisible()
    const row = await rowOf('Mail')
    expect(row.getByText('a@example.com, b@example.com and 1 more')).toBeVisible()
    expect(row.getByRole('link', { name: '1' })).toHaveAttribute('href', `/pages/alert-rules?channelIds=${mail.id}`)
  })

  it('exports the address, often a credential, only with all fields', async () => {
    await addChannel({ name: 'Hook', kind: 'webhook', recipients: [], url })
    const { user, downloads } = await open('/pages/notification-channels')
    await rowOf('Hook')
    for (const columns of ['Those on screen', 'All fields']) {
      await user.click(screen.getByRole('button', { name: 'Export' }))
      await user.click(await screen.findByRole('radio', { name: columns }))
      await user.click(screen.getByRole('button', { name: 'Download CSV' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    const texts = await Promise.all(downloads.map(({ text }) => text))
    expect(texts.map((text) => [text.includes('Hook'), text.includes(url)])).toEqual([
      [true, false],
      [true, true],
    ])
  })
})

describe('a channel’s form', () => {
  it('asks for what its kind needs, and for both ends of the quiet hours', async () => {
    const { user } = await open('/pages/notification-channels/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'On call')
    expect(screen.getByRole('textbox', { name: 'Recipients' })).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Webhook')
    expect(screen.queryByRole('textbox', { name: 'Recipients' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Quiet from' }), '22:00')
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    expect(await screen.findAllByText('Address is required')).not.toHaveLength(0)
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://hooks.example.com/on-call')
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    expect(await screen.findAllByText('Enter both times, or neither')).not.toHaveLength(0)
    const end = screen.getByRole('textbox', { name: 'Quiet to' })
    await user.type(end, '22:00')
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    await waitFor(() => expect(end).toHaveAccessibleDescription(/^The hours must not begin and end at the same time/))
    await user.clear(end)
    await user.type(end, '07:00')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'Slack, Mattermost and similar')
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'On call' })).toBeVisible()
    expect(fact('Quiet from')).toHaveTextContent('22:00')
    expect(fact('Quiet to')).toHaveTextContent('07:00')
    const [made] = await read<NotificationChannel[]>('notification_channels')
    expect(made).toMatchObject({ kind: 'webhook', preset: 'slack', quietFrom: '22:00', quietTo: '07:00' })
  })

  it('neither judges nor sends what was typed for another kind', async () => {
    const { user } = await open('/pages/notification-channels/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'On call')
    const kind = screen.getByRole('combobox', { name: 'Kind' })
    await user.selectOptions(kind, 'Webhook')
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'no address')
    await user.selectOptions(kind, 'Email')
    await user.type(screen.getByRole('textbox', { name: 'Recipients' }), 'a@example.com b; ')
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    expect(await screen.findAllByText('“b” is not an email address')).not.toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Remove b' }))
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Create notification channel' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'On call' })).toBeVisible()
    expect(await read<NotificationChannel[]>('notification_channels')).toMatchObject([{ kind: 'mail', url: null }])
  })
})

describe('a channel’s page', () => {
  it('shows the fields of its kind only', async () => {
    const { id } = await addChannel({ recipients: ['a@example.com'] })
    await open(`/pages/notification-channels/${id}`)
    const card = await region('Channel')
    expect(card.getByText('a@example.com')).toBeVisible()
    expect(card.queryByText(/Address|Format/)).toBeNull()
  })

  it('sends a test, and shows what the receiver answered to each', async () => {
    const { id } = await addChannel({ kind: 'webhook', recipients: [], url })
    const { user } = await open(`/pages/notification-channels/${id}`)
    const messages = await region('Messages')
    expect(await messages.findByText('Nothing sent yet.')).toBeVisible()
    await user.click(messages.getByRole('button', { name: 'Send a test' }))
    const sent = within(await messages.findByRole('row', { name: /Sent/ }))
    expect(sent.getByText('204')).toBeVisible()
    expect(sent.getByText('Test')).toBeVisible()
    reply = { status: 503, text: 'Out for lunch' }
    await user.click(messages.getByRole('button', { name: 'Send a test' }))
    const failed = within(await messages.findByRole('row', { name: /Failed/ }))
    expect(failed.getByText('503: Out for lunch')).toBeVisible()
  })

  it('creates the secret that signs its messages, and shows it once', async () => {
    const { id } = await addChannel({ name: 'Hook', kind: 'webhook', recipients: [], url })
    const { user, disturb } = await open(`/pages/notification-channels/${id}`)
    expect(await screen.findByText('No secret yet: messages are not signed.')).toBeVisible()
    disturb(({ method }) => (method === 'POST' ? Response.error() : null))
    await user.click(screen.getByRole('button', { name: 'Create a secret' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('It is not known whether the secret was created')
    disturb(() => null)
    await user.click(screen.getByRole('button', { name: 'Create a secret' }))
    const made = within(await screen.findByRole('dialog', { name: 'Signing secret of Hook' }))
    expect(made.getByText('Copy it now: it cannot be shown again.')).toBeVisible()
    expect(made.getByRole('button', { name: 'Copy secret' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(made.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('button', { name: 'New secret' })).toBeVisible()
    expect(screen.queryByText('No secret yet: messages are not signed.')).toBeNull()
  })

  it('asks before it replaces the secret, and voids none when that is cancelled', async () => {
    const { id } = await addChannel({ name: 'Hook', kind: 'webhook', recipients: [], url })
    const { user, calls, disturb } = await open(`/pages/notification-channels/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create a secret' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    const posts = () => calls.filter((call) => call.startsWith('POST')).length
    await user.click(await screen.findByRole('button', { name: 'New secret' }))
    const question = () => within(screen.getByRole('alertdialog', { name: 'New secret for Hook?' }))
    expect(question().getByText(/^The current secret stops working at once/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(posts()).toBe(1)

    await user.click(screen.getByRole('button', { name: 'New secret' }))
    disturb(({ method }) => (method === 'POST' ? Response.error() : null))
    await user.click(question().getByRole('button', { name: 'Create a new secret' }))
    expect(await question().findByRole('alert')).toBeVisible()
    disturb(() => null)
    await user.click(question().getByRole('button', { name: 'Create a new secret' }))
    expect(await screen.findByRole('dialog', { name: 'Signing secret of Hook' })).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('says before a deletion that the signing secret is lost, even if the deletion is undone', async () => {
    const { id } = await addChannel({ name: 'Hook', kind: 'webhook', recipients: [], url })
    const { user } = await open(`/pages/notification-channels/${id}`)
    const shown = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete' }))
      return within(await screen.findByRole('alertdialog', { name: 'Delete Hook?' }))
    }
    const unsigned = await shown()
    expect(unsigned.getByText(/^Messages are lost, even if the deletion is undone\./)).toBeVisible()
    await user.click(unsigned.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Create a secret' }))
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    await screen.findByRole('button', { name: 'New secret' })
    expect((await shown()).getByText(/^Messages and signing secrets are lost, even if the deletion is undone\./)).toBeVisible()
  })

  it('cannot be deleted while a rule sends to it, and leads to the rule', async () => {
    const { id } = await addChannel({ name: 'Hook', kind: 'webhook', recipients: [], url })
    await addRule({ channelIds: [id] })
    const { user } = await open(`/pages/notification-channels/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Hook?' }))
    expect(question.getByRole('button', { name: 'Delete notification channel' })).toBeDisabled()
    expect(question.getByRole('link', { name: '1 alert rule' })).toHaveAttribute('href', `/pages/alert-rules?channelIds=${id}`)
  })

  it('follows a message that waits until it is sent', async () => {
    const { id } = await addChannel({ recipients: ['a@example.com'] })
    const { user } = await open(`/pages/notification-channels/${id}`)
    const messages = await region('Messages')
    await user.click(messages.getByRole('button', { name: 'Send a test' }))
    expect(await messages.findByText('Waiting')).toBeVisible()
    await server.db.query(sql`update mails set sent_at = now()`)
    expect(await messages.findByText('Sent')).toBeVisible()
  })

  it('says why its messages could not be loaded, and reloads them', async () => {
    const { id } = await addChannel()
    const opened = await open('/pages/notification-channels')
    await screen.findByRole('heading', { level: 1 })
    opened.disturb((request) => (request.url.endsWith('/deliveries') ? Response.json({ result: 5 }) : null))
    await opened.go(`/pages/notification-channels/${id}`)
    const messages = await region('Messages')
    expect(await messages.findByText(FALLBACK_MESSAGE)).toBeVisible()
    opened.disturb(() => null)
    await opened.user.click(messages.getByRole('button', { name: 'Retry' }))
    expect(await messages.findByText('Nothing sent yet.')).toBeVisible()
  })
})
