import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Deps } from '../deps'
import { messageOf } from '../process/messageOf'
import { composeMail, mailColumns, type Mail, type MailRow } from './outbox'

/** Longest delivery in milliseconds: a mail server may take ten minutes to accept a mail (RFC 5321, 4.5.3.2.6). */
const DELIVERY_MS = 840_000
/** Seconds for which a sender leases a mail; longer than any delivery takes, so that no other process sends it too. */
const LEASE_S = 900
/** Longest wait of a stop for the delivery under way. The mail stays leased after it, because the mail server may still accept it. */
const STOP_MS = 2000
/** Seconds before the second attempt; doubles up to 15 minutes. */
const BACK_OFF_S = 5
const BACK_OFF_MAX_S = 900

/** Delivers a mail to a mail server; rejects when it was not accepted. */
type Deliver = (mail: Mail) => Promise<void>
type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Delivers due mails to SMTP_URL every `everyMs` milliseconds until the returned function is called. Without SMTP_URL mails stay in the
 * outbox.
 */
export function startMailSender(deps: Deps, log: Log, everyMs = 1000): () => Promise<void> {
  const { smtpUrl, mailFrom } = deps.settings
  if (smtpUrl === null) return () => Promise.resolve()
  const opening = openSmtp(smtpUrl, mailFrom)
  const stopping = new AbortController()
  const ended = run()

  async function run(): Promise<void> {
    const smtp = await opening
    let isFailing = false
    while (!stopping.signal.aborted) {
      const next = await deps.jobs.attempt('mail_outbox', () => nextMail(deps, isFailing))
      if (typeof next === 'object') {
        isFailing = (await deps.jobs.attempt('mail_delivery', () => deliverDue(deps, log, smtp.deliver, next))) === undefined
        continue
      }
      if (next === 'none left') {
        deps.jobs.settle('mail_delivery')
        isFailing = false
      }
      await pause(everyMs, stopping.signal)
    }
  }
  return async () => {
    stopping.abort()
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    const smtp = await opening
    smtp.close()
  }
}

async function openSmtp(url: string, from: string): Promise<{ deliver: Deliver; close(): void }> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'frond.invalid'
  return {
    async deliver({ id, to, subject, text, html }) {
      // The same Message-ID in all attempts: a server that accepted the mail without our knowledge can recognise it.
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        signal: AbortSignal.timeout(DELIVERY_MS),
      })
    },
    close: () => transport.close(),
  }
}

type DueMail = MailRow & { readonly attempts: number }

/** Claims the next due mail. `none left`: a delivery has failed, and another process has delivered its mail, or it has been given up. */
async function nextMail(deps: Deps, isFailing: boolean): Promise<DueMail | 'none due' | 'none left'> {
  const due = await claimDue(deps)
  if (due !== undefined) return due
  return isFailing && !(await hasUndelivered(deps)) ? 'none left' : 'none due'
}

/** Delivers a mail; otherwise postpones it and throws the reason, unless the server refuses its recipient for good. */
async function deliverDue(deps: Deps, log: Log, deliver: Deliver, { attempts, ...row }: DueMail): Promise<'sent' | 'refused'> {
  try {
    await deliver(composeMail(row, deps.settings))
  } catch (error) {
    const isRefused = isRefusedForGood(error)
    await postpone(deps, row.id, attempts, error, isRefused)
    if (!isRefused) throw new Error(`Mail ${row.id} was not delivered at attempt ${attempts}`, { cause: error })
    log.warn({ mail: row.id, reason: reasonOf(error) }, 'A mail was refused for good and is not sent again')
    return 'refused'
  }
  await deps.db.query(sql`update mails set sent_at = ${deps.clock()}, last_error = null where id = ${row.id}`)
  return 'sent'
}

/** Whether a mail still waits whose delivery was attempted. */
async function hasUndelivered({ db, clock }: Deps): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(sql`
    select exists (
      select from mails where sent_at is null and failed_at is null and expires_at > ${clock()} and attempts > 0
    ) as waits`)
  return rows[0]?.waits === true
}

/** Leases the next due mail to this process: others skip the locked row, which becomes due again after the lease. */
async function claimDue({ db, clock }: Deps): Promise<DueMail | undefined> {
  const at = clock()
  const { rows } = await db.query<DueMail>(sql`
    update mails set attempts = attempts + 1, due_at = ${new Date(at.getTime() + LEASE_S * 1000)}
    where id = (
      select id from mails where sent_at is null and failed_at is null and due_at <= ${at} and expires_at > ${at}
      order by due_at, id limit 1 for update skip locked
    )
    returning ${mailColumns}, attempts`)
  return rows[0]
}

async function postpone({ db, clock }: Deps, id: string, attempts: number, error: unknown, isRefused: boolean): Promise<void> {
  const at = clock()
  const wait = Math.min(BACK_OFF_S * 2 ** (attempts - 1), BACK_OFF_MAX_S)
  await db.query(sql`
    update mails set due_at = ${new Date(at.getTime() + wait * 1000)}, last_error = ${reasonOf(error)},
      failed_at = ${isRefused ? at : null}
    where id = ${id}`)
}

function reasonOf(error: unknown): string {
  return messageOf(error).slice(0, 500)
}

/** Whether a retry is useless: the server answered 5xx to the recipient. */
function isRefusedForGood(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}

/** Waits; ends early when the sender is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
