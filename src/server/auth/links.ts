import { createHmac, hkdfSync } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../db/database'
import type { Settings } from '../process/settings'
import { sha256 } from '../process/sha256'
import { UNPROVEN_MAILS_MAX, UNPROVEN_MAILS_S } from './budgets'
import { emailKey } from './emails'

/** The purpose of a mailed link. */
export type LinkPurpose = 'reset' | 'confirm' | 'invitation'

/** Lifetime of a mailed link in seconds. */
export const LINK_LIFE_S: Readonly<Record<LinkPurpose, number>> = { reset: 1800, confirm: 86_400, invitation: 259_200 }

/** Derives the token of a link from the settings' secret and the link's id, so that neither the database nor the outbox contains it. */
export function linkToken({ secret }: Pick<Settings, 'secret'>, purpose: LinkPurpose, linkId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'frond mailed links', 32))
  return createHmac('sha256', key).update(`${purpose}:${linkId}`).digest('base64url')
}

interface LinkRequest {
  readonly email: string
  readonly at: Date
  /** Sends no mail: the address has exhausted its budget. */
  readonly isHeld?: boolean
}

/**
 * Queues a mail with a link to the account of `email`. When no link may be sent, queues a mail to nobody by the same statement, so that the
 * time reveals nothing: no account, a disabled one, nothing to confirm, mails held, or the limit for unconfirmed addresses reached. An
 * unconfirmed address is not greeted by name: anybody may have typed it.
 */
export async function mailLink(
  tx: Queryable,
  settings: Pick<Settings, 'secret'>,
  purpose: 'reset' | 'confirm',
  { email, at, isHeld = false }: LinkRequest,
): Promise<void> {
  const linkId = uuid()
  const expires = new Date(at.getTime() + LINK_LIFE_S[purpose] * 1000)
  const hash = sha256(linkToken(settings, purpose, linkId))
  const since = new Date(at.getTime() - UNPROVEN_MAILS_S * 1000)
  await tx.query(sql`
    with account as (
      select id, email, first_name, email_confirmed_at is null as unproven from users
      where email_key = ${emailKey(email)} and active and not ${isHeld} and case
        when email_confirmed_at is null
          then (select count(*) from mails where unproven and created_at > ${since}::timestamptz) < ${UNPROVEN_MAILS_MAX}
        else ${purpose}::text = 'reset'
      end
    ), link as (
      insert into link_tokens (id, user_id, purpose, token_hash, created_at, expires_at)
      select ${linkId}::uuid, id, ${purpose}::text, ${hash}::text, ${at}::timestamptz, ${expires}::timestamptz from account
    )
    insert into mails (id, kind, recipient, name, link_id, created_at, expires_at, due_at, sent_at, unproven)
    select ${uuid()}::uuid, case when account.id is null then 'nobody' else ${purpose}::text end, coalesce(account.email, ''),
      case when not account.unproven then account.first_name end, ${linkId}::uuid, ${at}::timestamptz, ${expires}::timestamptz,
      ${at}::timestamptz, case when account.id is null then ${at}::timestamptz end, coalesce(account.unproven, false)
    from (select 1) as request left join account on true`)
}

/** The owner of a mailed link. */
export interface LinkOwner {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly fullname: string
}

/** Finds the owner of a valid link: unused, not expired, the newest of its kind, of an active account. */
export async function findLink(db: Queryable, purpose: 'reset' | 'confirm', token: string, at: Date): Promise<LinkOwner | null> {
  const { rows } = await db.query<LinkOwner>(sql`
    select u.id as "userId", u.email, u.first_name as "firstName", u.fullname from link_tokens l join users u on u.id = l.user_id
    where ${isValidLink(purpose, token, at)} and u.active`)
  return rows[0] ?? null
}

/** Consumes a link; of concurrent calls, one returns true. */
export async function spendLink(tx: Queryable, purpose: 'reset' | 'confirm', token: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql`update link_tokens l set used_at = ${at} where ${isValidLink(purpose, token, at)}`)
  return rowCount > 0
}

/** Condition on `link_tokens l`: unused, not expired, and the newest of its kind. */
export function isValidLink(purpose: string, token: string, at: Date): Sql {
  return sql`l.token_hash = ${sha256(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > ${at}
    and l.id = (
      select newest.id from link_tokens newest where newest.user_id = l.user_id and newest.purpose = l.purpose
      order by newest.created_at desc, newest.id desc limit 1
    )`
}
