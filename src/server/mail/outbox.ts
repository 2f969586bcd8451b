import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { emailKey } from '../auth/emails'
import { linkToken } from '../auth/links'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import type { Settings } from '../process/settings'
import { letterHtml, letterText, writeLetter, type Letter, type LetterKind, type NoticeKind } from './letters'

/** A composed mail. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The body's paragraphs, without a surrounding page. */
  readonly html: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Null until sent; always null without a mail server. */
  readonly sentAt: string | null
}

/** A mail's row in the outbox. */
export interface MailRow {
  readonly id: string
  readonly kind: LetterKind | 'alerts'
  readonly recipient: string
  readonly name: string | null
  readonly linkId: string | null
  /** The content of a mail of kind `alerts`, composed when it is queued. */
  readonly letter: Letter | null
  readonly createdAt: string
  readonly sentAt: string | null
}

/** The columns of a `MailRow`. */
export const mailColumns = sql`id, kind, recipient, name, link_id as "linkId", letter, created_at as "createdAt", sent_at as "sentAt"`

/** Recipient of a mail without a mailed link. */
export interface Recipient {
  readonly email: string
  readonly name: string | null
}

/** Seconds after which a notification expires. */
const NOTICE_LIFE_S = 7 * 86_400

/**
 * Queues a notification in the transaction of the event. An unconfirmed address gets none: a stranger may have registered it, and would send its
 * owner mails without end.
 */
export async function queueNotice(tx: Queryable, kind: NoticeKind, to: Recipient, at: Date): Promise<void> {
  const expires = new Date(at.getTime() + NOTICE_LIFE_S * 1000)
  await tx.query(sql`
    insert into mails (id, kind, recipient, name, created_at, expires_at, due_at)
    select ${uuid()}::uuid, ${kind}::text, ${to.email}::text, ${to.name}::text, ${at}::timestamptz, ${expires}::timestamptz, ${at}::timestamptz
    where exists (select from users where email_key = ${emailKey(to.email)} and email_confirmed_at is not null)`)
}

/** Reads the mails of the outbox, newest first, at most `limit`. */
export async function readOutbox({ db, settings }: Pick<Deps, 'db' | 'settings'>, limit = 100): Promise<Mail[]> {
  const { rows } = await db.query<MailRow>(sql`
    select ${mailColumns} from mails where kind <> 'nobody' order by created_at desc, id desc limit ${limit}`)
  return rows.map((row) => composeMail(row, settings))
}

/** Reads one mail of the outbox; null when there is none with this id. */
export async function readMail({ db, settings }: Pick<Deps, 'db' | 'settings'>, id: string): Promise<Mail | null> {
  const { rows } = await db.query<MailRow>(sql`select ${mailColumns} from mails where kind <> 'nobody' and id = ${id}`)
  const [row] = rows
  return row === undefined ? null : composeMail(row, settings)
}

/** Composes the mail of an outbox row; derives its link's token, which is never stored. */
export function composeMail(row: MailRow, settings: Pick<Settings, 'secret' | 'publicUrl'>): Mail {
  const { id, recipient: to, createdAt, sentAt } = row
  const letter = letterOf(row, settings)
  return { id, to, subject: letter.subject, text: letterText(letter), html: letterHtml(letter), createdAt, sentAt }
}

function letterOf({ kind, name, linkId, letter }: MailRow, settings: Pick<Settings, 'secret' | 'publicUrl'>): Letter {
  if (kind === 'alerts') {
    if (letter === null) throw new Error('A mail about alerts has no letter')
    return letter
  }
  const token = linkId !== null && isLinkKind(kind) ? linkToken(settings, kind, linkId) : ''
  return writeLetter(kind, { publicUrl: settings.publicUrl, name, token })
}

function isLinkKind(kind: LetterKind) {
  return kind === 'reset' || kind === 'confirm' || kind === 'invitation'
}
