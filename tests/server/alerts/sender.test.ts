import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../src/contract/channelCalls'
import type { NotificationChannelDraft } from '../../../src/contract/notificationChannels'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { sendDue, sendNow } from '../../../src/server/alerts/sender'
import { sweepAccounts } from '../../../src/server/auth/sweep'
import { startMailSender } from '../../../src/server/mail/sender'
import { withNestedLoops } from '../../support/database/plans'
import { rowsOf, type AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { insertGateway, insertHardware, ruleDraft, unique } from '../../support/rows/rows'
import { startSmtp } from '../../support/server/smtp'

const server = emptiedServer({ privateWebhooks: true, publicUrl: 'https://frond.example' })

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let receiver: Server
let url: string
let received: Received[]
/** The receiver's answer; null: never any. */
let reply: { readonly status: number; readonly text?: string; readonly location?: string } | null
const call = callAt(server, beforeEach)

beforeEach(async () => {
  received = []
  reply = { status: 204 }
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body })
      if (reply === null) return
      response.writeHead(reply.status, reply.location === undefined ? {} : { location: reply.location })
      response.end(reply.text)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})

afterEach(() => {
  receiver.closeAllConnections()
  receiver.close()
})

async function channel(changes: Partial<NotificationChannelDraft> = {}): Promise<AnyResult> {
  const draft = {
    name: `Channel ${unique()}`,
    kind: 'webhook',
    recipients: [],
    url,
    preset: 'generic',
    quietFrom: null,
    quietTo: null,
    zone: null,
    tellsResolved: false,
    active: true,
    ...changes,
  }
  const { body } = await call('POST', '/api/v1/notification_channels/register', { body: draft })
  expect(body).toMatchObject({ result: { name: draft.name } })
  return body.result
}

async function offline(count: number, channelIds: readonly string[], severity: 'critical' | 'warning' = 'warning') {
  const hub = await insertHardware(server.db)
  for (let n = 0; n < count; n++)
    await insertGateway(server.db, { hardware_id: hub, last_seen_at: new Date(Date.now() - 600_000) })
  await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ channelIds: [...channelIds], severity }) })
  await judgeAlerts(server.db)
}

/** Sends all messages, as once their minute is over. */
async function send(timeoutMs = 2000): Promise<number> {
  await server.db.query(sql`update alert_deliveries set due_at = now() where sent_at is null and failed_at is null`)
  return sendDue({ ...server.deps, timeoutMs })
}

const deliveries = (id: string) => rowsOf<Delivery>(call, `/api/v1/notification_channels/${id}/deliveries`)

describe('a webhook', () => {
  it('gets one signed message a minute, which names ten alerts', async () => {
    const { id } = await channel()
    const { body } = await call<{ result: { secret: string } }>('POST', `/api/v1/notification_channels/${id}/secret`)
    await offline(12, [id])
    await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ name: 'Another', channelIds: [id] }) })
    await judgeAlerts(server.db)
    expect(await send()).toBe(1)
    const [{ headers, body: sent }] = received as [Received]
    const message = JSON.parse(sent) as { alerts: { url: string; status: string }[]; more: number; subject: string }
    expect(message).toMatchObject({ kind: 'alerts', more: 14, url: 'https://frond.example/pages/alerts' })
    expect(message.alerts).toHaveLength(10)
    expect(message.subject).toMatch(/^24 alerts: Gateway \d+ is offline and 23 more$/)
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-frond-signature'])) ?? []
    expect(v1).toBe(createHmac('sha256', body.result.secret).update(`${t}.${sent}`).digest('hex'))
    expect(await deliveries(id)).toMatchObject([
      { status: 'sent', answerStatus: 204, alertsCount: 24, attempts: 1, nextAt: null },
    ])
    expect(await send()).toBe(0)
    const log = await call('GET', `/api/v1/activity?rowId=${id}`)
    expect(JSON.stringify(log.body)).not.toContain(body.result.secret)
  })

  it('fails with a reason when its stored address is none', async () => {
    const { id } = await channel({ preset: 'ntfy' })
    await server.db.query(sql`update notification_channels set url = 'https://ntfy.example.com:99999/alerts' where id = ${id}`)
    await offline(1, [id])
    expect(await send()).toBe(1)
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', answer: 'The address is not a URL' }])
  })

  it('is sent together with at most nine others, whatever the query plan', async () => {
    const channels = await Promise.all(Array.from({ length: 15 }, () => channel()))
    await offline(
      1,
      channels.map(({ id }) => id),
    )
    await server.db.query(sql`update alert_deliveries set due_at = now()`)
    expect(await sendDue({ ...server.deps, db: withNestedLoops(server.db) })).toBe(10)
    expect(received).toHaveLength(10)
  })

  it('is tried seven times within about an hour, then given up', async () => {
    const { id } = await channel()
    reply = { status: 503, text: 'busy' }
    await offline(1, [id])
    const waits: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      await send()
      const [row] = await deliveries(id)
      expect(row).toMatchObject({ attempts: attempt, answerStatus: 503, answer: 'busy' })
      if (row?.nextAt != null) waits.push((Date.parse(row.nextAt) - Date.now()) / 1000)
    }
    expect(received).toHaveLength(7)
    expect(new Set(received.map(({ headers }) => headers['x-frond-delivery'])).size).toBe(1)
    expect(waits).toHaveLength(6)
    const hour = waits.reduce((sum, wait) => sum + wait, 0)
    expect(hour).toBeGreaterThan(2800)
    expect(hour).toBeLessThan(4400)
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', nextAt: null }])
    expect((await call('GET', `/api/v1/notification_channels/${id}`)).body.result).toMatchObject({ lastDeliveryStatus: 'failed' })
    expect(await send()).toBe(0)
  })

  it('reports that the channel was deleted while a test message was under way', async () => {
    const { id } = await channel()
    receiver.removeAllListeners('request').on('request', (_request, response) => {
      void call('DELETE', `/api/v1/notification_channels/${id}`).then(() => response.writeHead(204).end())
    })
    expect(await call('POST', `/api/v1/notification_channels/${id}/test`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('sends no test message to a channel that was deleted just before', async () => {
    const { id } = await channel()
    await call('DELETE', `/api/v1/notification_channels/${id}`)
    await sendNow(server.deps, id)
    expect(received).toEqual([])
  })

  it('does not follow a redirect, and does not wait for a receiver that hangs', async () => {
    const { id } = await channel()
    reply = { status: 302, location: url }
    await offline(1, [id])
    await send()
    expect(received).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([
      { status: 'waiting', answerStatus: 302, answer: 'The address redirects, and redirects are not followed' },
    ])
    reply = null
    await send(100)
    expect(await deliveries(id)).toMatchObject([{ answerStatus: null, answer: 'No answer within 0.1 seconds', attempts: 2 }])
  })

  it.each([
    ['goes on', () => undefined],
    ['breaks off', (response: ServerResponse) => void response.destroy()],
  ])('is told once when it answers and the text of its answer %s', async (_how, after) => {
    const { id } = await channel()
    receiver.removeAllListeners('request').on('request', (_request, response) => {
      response.writeHead(200).write('accepted', () => after(response))
    })
    await offline(1, [id])
    await send(1000)
    expect(await deliveries(id)).toMatchObject([{ status: 'sent', answerStatus: 200, answer: 'accepted', attempts: 1 }])
  })

  it.each([
    [
      'slack',
      {
        text: '*Test message from Frond*\nThis is a test. Alerts of the rules that use this channel will be sent here.\nhttps://frond.example/pages/alerts',
      },
    ],
    ['teams', { type: 'message' }],
    ['ntfy', { topic: 'hook', title: 'Test message from Frond', priority: 3 }],
  ] as const)('is tried at once, in the format of %s', async (preset, expected) => {
    const { id } = await channel({ preset })
    const { body } = await call<{ result: Delivery }>('POST', `/api/v1/notification_channels/${id}/test`)
    expect(body.result).toMatchObject({ kind: 'test', status: 'sent', answerStatus: 204 })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject(expected)
    expect(received[0]?.url).toBe(preset === 'ntfy' ? '/' : '/hook')
  })

  it('keeps the credentials in the address of an ntfy topic', async () => {
    const { id } = await channel({ preset: 'ntfy', url: `${url}?auth=QmVhcmVyIHRr` })
    await call('POST', `/api/v1/notification_channels/${id}/test`)
    expect(received).toMatchObject([{ url: '/?auth=QmVhcmVyIHRr' }])
  })
})

describe('a mail', () => {
  it('goes to each recipient by the outbox, and the delivery records the time', async () => {
    const smtp = await startSmtp()
    const { id } = await channel({ kind: 'mail', recipients: ['ada@example.com', 'bob@example.com'], url: null })
    await offline(2, [id])
    await send()
    expect(await deliveries(id)).toMatchObject([{ status: 'waiting', endedAt: null }])
    const stop = startMailSender(
      { ...server.deps, settings: { ...server.settings, smtpUrl: smtp.url } },
      { warn: () => undefined },
      20,
    )
    await smtp.received(2)
    await stop()
    await smtp.close()
    expect(smtp.deliveries.flatMap(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
    expect(smtp.deliveries[0]?.data).toContain('2 alerts: Gateway')
    expect(smtp.deliveries[0]?.data).toContain('https://frond.example/pages/alerts')
    expect(await deliveries(id)).toMatchObject([{ status: 'sent', alertsCount: 2, endedAt: expect.any(String) as string }])
  })

  it('fails when it expires before it is sent', async () => {
    const { id } = await channel({ kind: 'mail', recipients: ['ada@example.com'], url: null })
    await offline(1, [id])
    await send()
    await sweepAccounts(server.deps)
    expect(await deliveries(id)).toMatchObject([{ status: 'waiting' }])
    await server.db.query(sql`update mails set expires_at = ${server.clock.now}::timestamptz`)
    await sweepAccounts(server.deps)
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', answer: 'It could not be sent in time' }])
  })
})

describe('a channel', () => {
  it('has no signing secret after it is restored, because no log contains one', async () => {
    const { id } = await channel()
    await call('POST', `/api/v1/notification_channels/${id}/secret`)
    await call('DELETE', `/api/v1/notification_channels/${id}`)
    const restored = await call('POST', `/api/v1/notification_channels/${id}/restore`)
    expect(restored.body.result).toMatchObject({ name: expect.any(String), secretCreatedAt: null })
    await call('POST', `/api/v1/notification_channels/${id}/test`)
    expect(received[0]?.headers).not.toHaveProperty('x-frond-signature')
  })

  it('cannot be deleted while rules use it, and receives nothing while it is inactive', async () => {
    const { id } = await channel()
    await offline(1, [id])
    expect((await call('DELETE', `/api/v1/notification_channels/${id}`)).body).toMatchObject({
      code: 'in_use',
      users: { total: 1 },
    })
    await call('PUT', `/api/v1/notification_channels/${id}`, { body: { active: false } })
    await send()
    expect(received).toEqual([])
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', answer: 'The channel is not active' }])
  })
})
