import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import { startMailSender } from '../../../src/server/mail/sender'
import { iris, post, register } from '../../support/accounts'
import { emptiedServer } from '../../support/hooks'
import { startSmtp, type SmtpServer } from '../../support/smtp'

const server = emptiedServer({
  registration: 'open',
  publicUrl: 'https://frond.example',
  mailFrom: 'Frond <frond@frond.example>',
})
let smtp: SmtpServer | null = null
let senders: { stop(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()))
  senders = []
  await smtp?.close()
  smtp = null
})

/** Waits for what the sender does by itself. */
function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 15_000 })
}

function startSender(smtpUrl: string): void {
  senders.push(startMailSender({ ...server.deps, settings: { ...server.settings, smtpUrl } }, { everyMs: 20 }))
}

async function forgot(): Promise<number> {
  const begun = performance.now()
  const answer = await post(server, sessionPaths.forgotPassword, { email: iris.email })
  expect(answer.status).toBe(200)
  return performance.now() - begun
}

interface MailState {
  readonly sent: boolean
  readonly failed: boolean
  readonly attempts: number
  readonly error: string | null
  readonly waits: number
  /** Being sent right now. */
  readonly isLeased: boolean
}

async function mailState(): Promise<MailState | undefined> {
  const { rows } = await server.db.query<MailState>(sql`
    select sent_at is not null as sent, failed_at is not null as failed, attempts, last_error as error,
      extract(epoch from due_at - ${server.clock.now}::timestamptz)::integer as waits,
      due_at = ${server.clock.now}::timestamptz + interval '5 minutes' as "isLeased"
    from mails where kind = 'confirm'`)
  return rows[0]
}

describe('mail sender', () => {
  it('delivers what is in the outbox to its address, as text and HTML, once', async () => {
    smtp = await startSmtp()
    await register(server)
    const [mail] = await server.outbox()
    startSender(smtp.url)
    await smtp.received(1)
    await eventually(async () => expect((await mailState())?.sent).toBe(true))
    const [delivery] = smtp.deliveries
    expect(delivery).toMatchObject({ from: 'frond@frond.example', to: [iris.email] })
    expect(delivery?.data).toContain('Subject: Confirm your email address')
    expect(delivery?.data).toContain('Content-Type: text/plain')
    expect(delivery?.data).toContain('Content-Type: text/html')
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
    expect(delivery?.data.replace(/=\r\n/g, '')).toContain(token)
    await forgot()
    await smtp.received(2)
    expect(smtp.deliveries).toHaveLength(2)
  })

  it('does not keep the request waiting when the mail server is down, and delivers one mail once it is back', async () => {
    smtp = await startSmtp()
    const { url } = smtp
    await register(server)
    await smtp.close()
    startSender(url)
    await eventually(async () => expect((await mailState())?.error).toMatch(/ECONNREFUSED/))
    const took = await forgot()
    expect(took).toBeLessThan(5000)
    smtp = await startSmtp(Number(new URL(url).port))
    server.clock.advance(5000)
    await smtp.received(2)
    await eventually(async () => expect((await mailState())?.sent).toBe(true))
    // Whatever would still be due comes before the next mail.
    server.clock.advance(3_600_000)
    await forgot()
    await smtp.received(3)
    const subjects = smtp.deliveries.map(({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1])
    expect(subjects.filter((subject) => subject === 'Confirm your email address')).toHaveLength(1)
    expect(subjects.filter((subject) => subject === 'Reset your password')).toHaveLength(2)
  })

  it('waits longer after every failure', async () => {
    smtp = await startSmtp()
    smtp.answerRecipients('451 come back later')
    await register(server)
    startSender(smtp.url)
    const waits: (number | undefined)[] = []
    for (const attempt of [1, 2, 3]) {
      await eventually(async () => expect(await mailState()).toMatchObject({ attempts: attempt, isLeased: false }))
      const { waits: seconds } = (await mailState()) ?? {}
      waits.push(seconds)
      server.clock.advance((seconds ?? 0) * 1000)
    }
    expect(waits).toEqual([5, 10, 20])
  })

  it('gives up on an address that the server refuses for good', async () => {
    smtp = await startSmtp()
    smtp.answerRecipients('550 nobody here')
    await register(server)
    startSender(smtp.url)
    await eventually(async () => expect(await mailState()).toMatchObject({ failed: true, sent: false }))
  })

  it('leaves a mail alone whose link is over', async () => {
    smtp = await startSmtp()
    await register(server)
    server.clock.advance(25 * 3_600_000)
    startSender(smtp.url)
    await forgot()
    await smtp.received(1)
    expect(smtp.deliveries[0]?.data).toContain('Subject: Reset your password')
    expect(await mailState()).toMatchObject({ attempts: 0, sent: false })
  })

  it('delivers every mail once when several servers share the outbox', async () => {
    smtp = await startSmtp()
    const addresses = Array.from({ length: 12 }, (_, index) => `iris${index}@example.com`)
    for (const email of addresses) await register(server, { email })
    for (let sender = 0; sender < 4; sender += 1) startSender(smtp.url)
    await smtp.received(addresses.length)
    await Promise.all(senders.map((sender) => sender.stop()))
    expect(smtp.deliveries.flatMap((delivery) => delivery.to).toSorted()).toEqual(addresses.toSorted())
  })

  it('writes to nobody for an address that nobody has', async () => {
    smtp = await startSmtp()
    await post(server, sessionPaths.forgotPassword, { email: 'nobody@example.com' })
    await register(server)
    startSender(smtp.url)
    await smtp.received(1)
    expect(smtp.deliveries.flatMap((delivery) => delivery.to)).toEqual([iris.email])
  })

  it('stops at once when it is told to', async () => {
    smtp = await startSmtp()
    startSender(smtp.url)
    await senders[0]?.stop()
    expect(await canConnect(smtp.url)).toBe(true)
    await register(server)
    expect(await mailState()).toMatchObject({ attempts: 0 })
  })

  it('does nothing without a mail server', async () => {
    await register(server)
    const sender = startMailSender(server.deps, { everyMs: 1 })
    await sender.stop()
    expect(await mailState()).toMatchObject({ attempts: 0, sent: false })
  })
})

function canConnect(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
