// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sessionPaths } from '../../../src/contract/session'
import type { Database } from '../../../src/server/db/database'
import { createJobs, failingJobs } from '../../../src/server/process/jobs'
import { startMailSender } from '../../../src/server/mail/sender'
import { iris, post, register } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'
import { startSmtp, type SmtpServer } from '../../support/server/smtp'

const server = emptiedServer({
  registration: 'open',
  publicUrl: 'https://frond.example',
  mailFrom: 'Frond <frond@frond.example>',
})
let smtp: SmtpServer | null = null
let senders: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(senders.map((stop) => stop()))
  senders = []
  await smtp?.close()
  smtp = null
})

/** Waits until the sender, which works by itself, passes a check. */
function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 15_000 })
}

function startSender(
  smtpUrl: string | null,
  { db = server.db, jobs = server.deps.jobs, log = { warn: vi.fn() }, everyMs = 20 } = {},
): ReturnType<typeof startMailSender> {
  const stop = startMailSender({ ...server.deps, db, jobs, settings: { ...server.settings, smtpUrl } }, log, everyMs)
  senders.push(stop)
  return stop
}

async function forgot(): Promise<void> {
  const answer = await post(server, sessionPaths.forgotPassword, { email: iris.email })
  expect(answer.status).toBe(200)
}

interface MailState {
  readonly sent: boolean
  readonly failed: boolean
  readonly attempts: number
  readonly error: string | null
  readonly waits: number
  /** Whether a sender is sending it now. */
  readonly isLeased: boolean
}

async function mailState(): Promise<MailState | undefined> {
  const { rows } = await server.db.query<MailState>(sql`
    select sent_at is not null as sent, failed_at is not null as failed, attempts, last_error as error,
      extract(epoch from due_at - ${server.clock.now}::timestamptz)::integer as waits,
      due_at = ${server.clock.now}::timestamptz + interval '15 minutes' as "isLeased"
    from mails where kind = 'confirm'`)
  return rows[0]
}

describe('mail sender', () => {
  it('delivers mails of the outbox once, as text and HTML', async () => {
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

  it('does not delay the request while the mail server does not answer', async () => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const called = once(mute, 'connection')
    const { port } = mute.address() as AddressInfo
    startSender(`smtp://127.0.0.1:${port}`)
    await register(server)
    const [socket] = (await called) as [Socket]
    await forgot()
    expect(await mailState()).toMatchObject({ attempts: 1, isLeased: true })
    mute.close()
    socket.destroy()
  })

  it('gives a mail server the ten minutes in which it has to accept a mail, and leaves the other mails to other senders', async () => {
    const waits = vi.spyOn(Socket.prototype, 'setTimeout')
    onTestFinished(() => waits.mockRestore())
    smtp = await startSmtp()
    smtp.stayMute()
    await register(server)
    await forgot()
    startSender(smtp.url)
    await smtp.received(1)
    expect(waits.mock.calls.map(([ms]) => ms)).toContain(600_000)
    const { rows } = await server.db.query(sql`select kind, attempts from mails order by created_at, id`)
    expect(rows).toEqual([
      { kind: 'confirm', attempts: 1 },
      { kind: 'reset', attempts: 0 },
    ])
  })

  it('stops while a mail server takes its time, and leaves the mail leased, because it may have been accepted', async () => {
    smtp = await startSmtp()
    smtp.stayMute()
    await register(server)
    const stop = startSender(smtp.url)
    await smtp.received(1)
    await stop()
    expect(await mailState()).toMatchObject({ sent: false, isLeased: true })
  })

  it('does not send a mail again at once when it cannot be noted that it was sent', async () => {
    const jobs = createJobs()
    smtp = await startSmtp()
    await register(server)
    const query: Database['query'] = (statement) =>
      statement.sql.includes('set sent_at') ? Promise.reject(new Error('The database is away')) : server.db.query(statement)
    startSender(smtp.url, { db: { ...server.db, query }, jobs })
    await smtp.received(1)
    await eventually(async () =>
      expect(jobs.records()).toContainEqual(expect.objectContaining({ name: 'mail_delivery', failures: 1 })),
    )
    expect(await mailState()).toMatchObject({ sent: false, isLeased: true, error: null })
  })

  it('delivers one mail once the mail server is back', async () => {
    smtp = await startSmtp()
    const { url } = smtp
    await register(server)
    await smtp.close()
    startSender(url)
    await eventually(async () => expect((await mailState())?.error).toMatch(/ECONNREFUSED/))
    await forgot()
    smtp = await startSmtp(Number(new URL(url).port))
    server.clock.advance(5000)
    await smtp.received(2)
    await eventually(async () => expect((await mailState())?.sent).toBe(true))
    // Any mail still due would be sent before the next one.
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

  it('gives up on an address that the server refuses permanently', async () => {
    smtp = await startSmtp()
    smtp.answerRecipients('550 nobody here')
    await register(server)
    const [jobs, log] = [createJobs(), { warn: vi.fn() }]
    startSender(smtp.url, { jobs, log })
    await eventually(async () => expect(await mailState()).toMatchObject({ failed: true, sent: false }))
    const about = { mail: expect.any(String) as string, reason: expect.stringContaining('550 nobody here') as string }
    const said = expect.stringContaining('not sent again') as string
    await eventually(async () => expect(log.warn).toHaveBeenCalledWith(about, said))
    expect(jobs.records().find(({ name }) => name === 'mail_delivery')?.failures).toBe(0)
  })

  it('does not send a mail whose link has expired', async () => {
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
    await Promise.all(senders.map((stop) => stop()))
    expect(smtp.deliveries.flatMap((delivery) => delivery.to).toSorted()).toEqual(addresses.toSorted())
  })

  it('sends nothing to an address without an account', async () => {
    smtp = await startSmtp()
    await post(server, sessionPaths.forgotPassword, { email: 'nobody@example.com' })
    await register(server)
    startSender(smtp.url)
    await smtp.received(1)
    expect(smtp.deliveries.flatMap((delivery) => delivery.to)).toEqual([iris.email])
  })

  it('stops during its pause', async () => {
    smtp = await startSmtp()
    await register(server)
    const stop = startSender(smtp.url, { everyMs: 3_600_000 })
    await smtp.received(1)
    await eventually(async () => expect((await mailState())?.sent).toBe(true))
    await stop()
    await forgot()
    startSender(smtp.url)
    await smtp.received(2)
  })

  it('sends nothing once it is stopped', async () => {
    const stopped = await startSmtp()
    await startSender(stopped.url)()
    const addresses = Array.from({ length: 12 }, (_, index) => `iris${index}@example.com`)
    for (const email of addresses) await register(server, { email })
    smtp = await startSmtp()
    startSender(smtp.url)
    await smtp.received(addresses.length)
    expect(stopped.deliveries).toEqual([])
    await stopped.close()
  })

  it('counts as a failing job while the outbox cannot be read', async () => {
    const jobs = createJobs()
    smtp = await startSmtp()
    startSender(smtp.url, { db: { ...server.db, query: () => Promise.reject(new Error('The database is away')) }, jobs })
    await eventually(async () => expect(failingJobs(jobs)).toEqual(['mail_outbox']))
  })

  it('counts as a failing job when a mail is not accepted, and says which and why', async () => {
    const jobs = createJobs()
    const logged: unknown[] = []
    jobs.listen(({ name }, outcome) => void (outcome !== null && logged.push([name, outcome.error])))
    const closedServer = await startSmtp()
    await closedServer.close()
    await register(server)
    startSender(closedServer.url, { jobs })
    const message = expect.stringMatching(/^Mail [\da-f-]{36} was not delivered at attempt 1$/) as string
    const cause = expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') as string }) as Error
    await eventually(async () => expect(logged[0]).toEqual(['mail_delivery', expect.objectContaining({ message, cause })]))
    // The mail is given up, or another process has sent it.
    await server.db.query(sql`update mails set failed_at = now()`)
    const delivery = () => jobs.records().find(({ name }) => name === 'mail_delivery')
    await eventually(async () => expect(delivery()).toMatchObject({ failures: 1, failuresInRow: 0 }))
  })

  it('does not query the outbox without a mail server', async () => {
    const recording = (statements: string[]) => {
      const query: Database['query'] = (statement) => {
        statements.push(statement.sql)
        return server.db.query(statement)
      }
      return { db: { ...server.db, query }, everyMs: 1 }
    }
    const [without, withServer]: [string[], string[]] = [[], []]
    startSender(null, recording(without))
    smtp = await startSmtp()
    startSender(smtp.url, recording(withServer))
    // Both would have made as many rounds.
    await vi.waitFor(() => expect(withServer.length).toBeGreaterThan(5))
    expect(without).toEqual([])
  })
})
