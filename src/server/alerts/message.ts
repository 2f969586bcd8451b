import sql from 'sql-template-tag'
import { alerts, type Alert } from '../../contract/alerts'
import type { Queryable } from '../db/database'
import type { Letter } from '../mail/letters'
import type { Settings } from '../process/settings'

/** Alerts that a message names; it only counts the others. */
const NAMED = 10

/** An alert in a message. */
interface MessageAlert extends Pick<
  Alert,
  'id' | 'title' | 'kind' | 'severity' | 'status' | 'subject' | 'subjectId' | 'subjectName' | 'ruleName' | 'openedAt'
> {
  readonly url: string
}

/** A message to a channel. */
export interface Message {
  /** The delivery's id: the same in all attempts, so that a receiver recognises a repeated one. */
  readonly id: string
  readonly kind: 'alerts' | 'test'
  readonly subject: string
  readonly alerts: readonly MessageAlert[]
  /** How many alerts there are beyond the named ones. */
  readonly more: number
  readonly url: string
}

/** Composes a message from the current state of these alerts, open ones first, then by severity; null when there are none. */
export async function writeMessage(
  db: Queryable,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { id, kind, alertIds }: { readonly id: string; readonly kind: Message['kind']; readonly alertIds: readonly string[] },
): Promise<Message | null> {
  const page = `${publicUrl.replace(/\/+$/, '')}/pages/${alerts.nouns.many}`
  if (kind === 'test') return { id, kind, subject: 'Test message from Frond', alerts: [], more: 0, url: page }
  const { rows } = await db.query<Omit<MessageAlert, 'url'> & { total: number }>(sql`
    select id, title, kind, severity, status, subject, subject_id as "subjectId", subject_name as "subjectName", rule_name as "ruleName",
      opened_at as "openedAt", count(*) over () as total
    from alerts where id = any(${alertIds}::uuid[]) order by status = 'resolved', severity_order, opened_at desc, id limit ${NAMED}`)
  const [first] = rows
  if (first === undefined) return null
  const { total } = first
  const named = rows.map(({ total: _total, ...alert }) => ({ ...alert, url: `${page}/${alert.id}` }))
  return { id, kind, subject: subjectWords(first, total), alerts: named, more: total - named.length, url: page }
}

function subjectWords(first: Pick<MessageAlert, 'status' | 'title'>, total: number): string {
  // Open ones come first: all are resolved if the first one is.
  const isOver = first.status === 'resolved'
  if (total === 1) return isOver ? `Resolved: ${first.title}` : first.title
  return `${total} alerts${isOver ? ' resolved' : ''}: ${first.title} and ${total - 1} more`
}

/** The lines of a message: one for each named alert, then the count of the others. */
export function messageLines({ kind, alerts: named, more }: Message): string[] {
  if (kind === 'test') return ['This is a test. Alerts of the rules that use this channel will be sent here.']
  const lines = named.map(
    ({ severity, status, title, openedAt }) =>
      `${(status === 'resolved' ? 'resolved' : severity).toUpperCase()}: ${title}, since ${openedAt.slice(0, 16).replace('T', ' ')} UTC`,
  )
  return more === 0 ? lines : [...lines, `and ${more} more`]
}

/** Formats the message as a mail. */
export function letterOf(message: Message): Letter {
  return {
    subject: message.subject,
    greeting: 'Hello,',
    before: messageLines(message),
    link: { href: message.url, label: 'See all alerts' },
    after: ['This email was sent by a notification channel of Frond.'],
  }
}
