import sql from 'sql-template-tag'
import { DAY_MS } from '../../contract/durations'
import type { Deps } from '../deps'

/**
 * Deletes expired account data: ended sessions and mails after 30 days, links after 7, counters after their window, devices after 400 days
 * without a sign-in. A mail that could not be sent in time has failed.
 */
export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  const at = clock()
  const month = new Date(at.getTime() - 30 * DAY_MS)
  const week = new Date(at.getTime() - 7 * DAY_MS)
  await db.query(sql`delete from sessions where expires_at < ${month} or ended_at < ${month}`)
  await db.query(sql`delete from link_tokens where expires_at < ${week}`)
  await db.query(sql`delete from invitations where expires_at < ${week} and used_at is null`)
  await db.query(sql`delete from mails where created_at < ${month} or (kind = 'nobody' and created_at < ${week})`)
  await db.query(sql`
    update mails set failed_at = ${at}, last_error = coalesce(last_error, 'It could not be sent in time')
    where sent_at is null and failed_at is null and expires_at <= ${at} and due_at <= ${at}`)
  await db.query(sql`delete from devices where used_at < ${new Date(at.getTime() - 400 * DAY_MS)}`)
  await db.query(sql`delete from factor_challenges where expires_at < ${at}`)
  await db.query(sql`delete from throttles where ends_at < ${at}`)
}
