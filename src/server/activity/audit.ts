import sql from 'sql-template-tag'
import { CHANNEL, type Queryable } from '../db/database'

/** One thing that happened. Never put a secret into `before` or `after`. */
export interface AuditEntry {
  /** Who; null when nobody was signed in or the server itself acted. */
  readonly userId: string | null
  readonly requestId: string | null
  /** created, updated, deleted, signed_in … */
  readonly action: string
  /** A resource's name, e.g. `Gateway`. */
  readonly subject: string
  readonly subjectId: string | null
  readonly before?: unknown
  readonly after?: unknown
}

/** Appends to the audit log, and lets those who listen know once it is committed; call it with the transaction of the change it tells of. */
export async function audit(tx: Queryable, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(sql`
    with appended as (
      insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
      select "userId", "requestId", action, subject, "subjectId", before, after
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as entry ("userId" uuid, "requestId" text, action text, subject text, "subjectId" text, before jsonb, after jsonb)
    )
    select pg_notify(${CHANNEL}, '')`)
}

/** Lets those who listen know, once the transaction is committed, that there are new entries; for who writes them by himself. */
export async function announce(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(${CHANNEL}, '')`)
}
