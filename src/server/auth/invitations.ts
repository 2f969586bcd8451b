import sql, { type Sql } from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../db/database'
import type { Settings } from '../process/settings'
import { sha256 } from '../process/sha256'
import { emailKey } from './emails'
import type { Invitation } from '../../contract/invitations'
import { LINK_LIFE_S, linkToken } from './links'

/** Invites an address to register by a mailed link: valid once, for three days, and for this address only. */
export async function invite(
  tx: Queryable,
  settings: Pick<Settings, 'secret'>,
  { email, invitedBy, at }: { readonly email: string; readonly invitedBy: string | null; readonly at: Date },
): Promise<void> {
  const id = uuid()
  const expires = new Date(at.getTime() + LINK_LIFE_S.invitation * 1000)
  const hash = sha256(linkToken(settings, 'invitation', id))
  await tx.query(sql`
    insert into invitations (id, email, email_key, token_hash, invited_by, created_at, expires_at)
    values (${id}, ${email}, ${emailKey(email)}, ${hash}, ${invitedBy}, ${at}, ${expires})`)
  await tx.query(sql`
    insert into mails (id, kind, recipient, link_id, created_at, expires_at, due_at)
    values (${uuid()}, 'invitation', ${email}, ${id}, ${at}, ${expires}, ${at})`)
}

/** Consumes an invitation of this address; false when it is invalid, not the newest, or for another address. */
export function spendInvitation(tx: Queryable, token: string, email: string, at: Date): Promise<boolean> {
  return spendNewest(tx, email, sql`token_hash = ${sha256(token)}`, at)
}

/** Whether an invitation of this address has been consumed, and the address has an account. */
export async function isInvitationAccepted(tx: Queryable, token: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    select from invitations i join users u on u.email_key = i.email_key
    where i.token_hash = ${sha256(token)} and i.email_key = ${emailKey(email)} and i.used_at is not null`)
  return rowCount > 0
}

/** Consumes the newest invitation of an address whose owner is proven without its token; false when none is valid. */
export function spendInvitationOf(tx: Queryable, email: string, at: Date): Promise<boolean> {
  return spendNewest(tx, email, sql`true`, at)
}

async function spendNewest(tx: Queryable, email: string, condition: Sql, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update invitations set used_at = ${at}
    where ${condition} and email_key = ${emailKey(email)} and used_at is null and revoked_at is null and expires_at > ${at}
      and id = (
        select newest.id from invitations newest where newest.email_key = ${emailKey(email)}
        order by newest.created_at desc, newest.id desc limit 1
      )`)
  return rowCount > 0
}

/** Lists the open invitations, newest first: the newest of each address without an account. */
export async function openInvitations(db: Queryable, at: Date): Promise<readonly Invitation[]> {
  const { rows } = await db.query<Invitation>(sql`
    select i.id, i.email, u.fullname as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
    from (
      select distinct on (email_key) * from invitations order by email_key, created_at desc, id desc
    ) i left join users u on u.id = i.invited_by
    where i.used_at is null and i.revoked_at is null and i.expires_at > ${at}
      and not exists (select from users holder where holder.email_key = i.email_key)
    order by i.created_at desc, i.id desc limit 500`)
  return rows
}

/** Revokes an open invitation and deletes its unsent mail; returns its address, or null when there is none. */
export async function revokeInvitation(tx: Queryable, id: string, at: Date): Promise<string | null> {
  const [email = null] = await revokeOpen(tx, sql`i.id = ${id}`, at)
  return email
}

/** Revokes the open invitations that a user sent, apart from those that another user has repeated; returns their addresses. */
export async function revokeInvitationsBy(tx: Queryable, userId: string, at: Date): Promise<readonly string[]> {
  const isNewest = sql`not exists (
    select from invitations newer where newer.email_key = i.email_key and (newer.created_at, newer.id) > (i.created_at, i.id)
  )`
  return revokeOpen(tx, sql`i.invited_by = ${userId} and ${isNewest}`, at)
}

async function revokeOpen(tx: Queryable, which: Sql, at: Date): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string; email: string }>(sql`
    update invitations i set revoked_at = ${at}
    where ${which} and i.used_at is null and i.revoked_at is null and i.expires_at > ${at} returning i.id, i.email`)
  await tx.query(sql`
    delete from mails where kind = 'invitation' and link_id = any(${rows.map(({ id }) => id)}::uuid[]) and sent_at is null`)
  return rows.map(({ email }) => email)
}
