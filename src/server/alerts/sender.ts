import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { alertRules } from '../../contract/alertRules'
import type { NotificationChannel } from '../../contract/notificationChannels'
import type { Deps } from '../deps'
import { messageOf } from '../process/messageOf'
import { SAME_WITHIN_S } from './judgement'
import { letterOf, writeMessage, type Message } from './message'
import { postOf } from './presets'
import { signatureOf, signingSecretOf } from './secrets'
import { postWebhook } from './webhook'

/** Seconds for which a sender leases a message; longer than any attempt takes. */
const LEASE_S = 60
const BATCH = 10
/** Seconds before each retry, an hour in all. A jitter of ±20 % keeps retries from reaching a receiver all at once. */
const RETRIES_S = [30, 120, 300, 600, 1020, 1530] as const
/** Seconds after which a mail about alerts expires. */
const MAIL_LIFE_S = 86_400

interface DueMessage {
  readonly id: string
  readonly kind: Message['kind']
  readonly alertIds: readonly string[]
  readonly attempts: number
  readonly channel: Pick<NotificationChannel, 'kind' | 'recipients' | 'url' | 'preset' | 'active'> & {
    readonly secretId: string | null
  }
}

/** The result of an attempt. */
interface Ended {
  readonly isSent: boolean
  /** A retry cannot succeed. */
  readonly isFinal: boolean
  readonly status: number | null
  readonly answer: string
}

/** Dependencies of sending; tests shorten the timeout. */
export type Sending = Pick<Deps, 'db' | 'clock' | 'settings'> & { readonly timeoutMs?: number }

/**
 * Sends due messages in parallel, outside their channels' quiet hours unless they are urgent; returns how many it tried. Leases each message, so
 * that other processes skip it. A message leaves out alerts that were snoozed while it waited: they are sent when their snooze ends. It also
 * leaves out alerts that an administrator ended, and resolved alerts of a rule that is inactive, or was when it was deleted: their condition
 * may still hold.
 * A message to a channel that does not ask for resolved alerts leaves out those that have ended and can no longer reopen. The batch is an array,
 * because PostgreSQL may run a subquery of `in` several times, each time past the rows that it has updated. When PostgreSQL cannot read the
 * quiet hours, as for a time zone that it does not know, sends the messages without quiet hours, and throws the error.
 */
export async function sendDue(sending: Sending): Promise<number> {
  const faults: unknown[] = []
  await holdBack(sending).catch((error: unknown) => faults.push(error))
  const { rows } = await sending.db.query<{ id: string }>(sql`
    update alert_deliveries d set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_S}),
      alert_ids = array(
        select a.id from alerts a
        where a.id = any(d.alert_ids)
          and case when a.status = 'resolved'
            then a.resolved_by_id is null and coalesce(
              (select r.active from alert_rules r where r.id = a.rule_id),
              (select (e.before ->> 'active')::boolean from audit_entries e
                where e.subject = ${alertRules.name} and e.subject_id = a.rule_id::text and e.action = 'deleted' order by e.id desc limit 1),
              true
            )
            else coalesce(a.snoozed_until <= now(), true) end
          and (coalesce(a.over_at > now() - make_interval(secs => ${SAME_WITHIN_S}), true)
            or (select c.tells_resolved from notification_channels c where c.id = d.channel_id))
        order by 1
      )
    where id = any(array(
      select id from alert_deliveries where sent_at is null and failed_at is null and due_at <= now()
        and (${faults.length === 0}::boolean or urgent or kind <> 'alerts'
          or channel_id in (select id from notification_channels where quiet_from is null))
      order by due_at, id limit ${BATCH} for update skip locked
    ))
    returning id`)
  await Promise.all(rows.map(({ id }) => send(sending, id)))
  if (faults.length > 0) throw faults[0]
  return rows.length
}

/** Moves due messages to the end of quiet hours, which may have begun after a message was queued or tried. */
async function holdBack({ db }: Sending): Promise<void> {
  await db.query(sql`
    update alert_deliveries d set due_at = quiet.ends_at
    from notification_channels c cross join lateral quiet_until(c.quiet_from, c.quiet_to, c.zone, now()) as quiet (ends_at)
    where c.id = d.channel_id and quiet.ends_at is not null
      and d.sent_at is null and d.failed_at is null and d.due_at <= now() and d.kind = 'alerts' and not d.urgent`)
}

/** Sends a test message at once, without retries; returns the id of its delivery, which is not there when the channel is deleted. */
export async function sendNow(sending: Sending, channelId: string): Promise<string> {
  const id = uuid()
  await sending.db.query(sql`
    insert into alert_deliveries (id, channel_id, kind, due_at, attempts)
    select ${id}, c.id, 'test', now() + make_interval(secs => ${LEASE_S}), 1
    from notification_channels c where c.id = ${channelId} for key share`)
  await send(sending, id)
  return id
}

async function send(sending: Sending, id: string): Promise<void> {
  const { rows } = await sending.db.query<DueMessage>(sql`
    select d.id, d.kind, d.alert_ids as "alertIds", d.attempts, json_build_object('kind', c.kind, 'recipients', c.recipients,
      'url', c.url, 'preset', c.preset, 'active', c.active, 'secretId', c.secret_id) as channel
    from alert_deliveries d join notification_channels c on c.id = d.channel_id where d.id = ${id}`)
  const [due] = rows
  if (due === undefined) return
  if (!due.channel.active && due.kind !== 'test') return end(sending, due, failed('The channel is not active'), null)
  const message = await writeMessage(sending.db, sending.settings, due)
  if (message === null) return drop(sending, id)
  if (due.channel.kind === 'mail') return mail(sending, due, message)
  const began = performance.now()
  const ended = await post(sending, due, message)
  return end(sending, due, ended, Math.round(performance.now() - began))
}

/** Deletes a message without an alert. */
async function drop({ db }: Sending, id: string): Promise<void> {
  await db.query(sql`delete from alert_deliveries where id = ${id}`)
}

/** Queues a mail for each recipient and marks the delivery as sent, in one transaction. */
async function mail({ db, clock }: Sending, { id, channel }: DueMessage, message: Message): Promise<void> {
  const at = clock()
  const expires = new Date(at.getTime() + MAIL_LIFE_S * 1000)
  const letter = JSON.stringify(letterOf(message))
  const ids = channel.recipients.map(() => uuid())
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into mails (id, kind, recipient, letter, delivery_id, created_at, expires_at, due_at)
      select id, 'alerts', recipient, ${letter}::jsonb, ${id}::uuid, ${at}::timestamptz, ${expires}::timestamptz, ${at}::timestamptz
      from unnest(${ids}::uuid[], ${channel.recipients}::text[]) as each (id, recipient)`)
    await tx.query(sql`update alert_deliveries set sent_at = now(), answer = null where id = ${id}`)
  })
}

async function post({ clock, settings, timeoutMs }: Sending, { channel }: DueMessage, message: Message): Promise<Ended> {
  const address = channel.url ?? ''
  if (!URL.canParse(address)) return failed('The address is not a URL')
  const { url, body } = postOf(channel.preset, address, message)
  const signature = channel.secretId === null ? null : signatureOf(signingSecretOf(settings, channel.secretId), body, clock())
  const headers = {
    'content-type': 'application/json',
    'x-frond-delivery': message.id,
    ...(signature !== null && { 'x-frond-signature': signature }),
  }
  try {
    const limits = { allowsPrivate: settings.privateWebhooks, ...(timeoutMs !== undefined && { timeoutMs }) }
    const { status, text } = await postWebhook({ url, headers, body }, limits)
    const isRedirect = status >= 300 && status < 400
    const answer = isRedirect ? 'The address redirects, and redirects are not followed' : text
    return { isSent: status >= 200 && status < 300, isFinal: false, status, answer }
  } catch (error) {
    return { ...failed(messageOf(error)), isFinal: error instanceof Error && error.name === 'AddressError' }
  }
}

function failed(answer: string): Ended {
  return { isSent: false, isFinal: true, status: null, answer }
}

/** Stores the result of an attempt, and when the next one is due. */
async function end({ db }: Sending, due: DueMessage, ended: Ended, tookMs: number | null): Promise<void> {
  const { isSent, isFinal, status, answer } = ended
  const waitS = due.kind === 'test' || isFinal ? undefined : RETRIES_S[due.attempts - 1]
  const isOver = !isSent && waitS === undefined
  const jittered = (waitS ?? 0) * (0.8 + Math.random() * 0.4)
  await db.query(sql`
    update alert_deliveries set answer_status = ${status}, answer = ${answer.slice(0, 500)}, took_ms = ${tookMs},
      sent_at = case when ${isSent}::boolean then now() end, failed_at = case when ${isOver}::boolean then now() end,
      due_at = now() + make_interval(secs => ${jittered})
    where id = ${due.id}`)
}
