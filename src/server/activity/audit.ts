import sql from 'sql-template-tag'
import { CHANNEL, type Queryable } from '../db/database'

/** Who makes a change, and in which request. */
export interface Actor {
  readonly userId: string
  readonly requestId: string
}

/** An entry of the audit log. Never put a secret into `before` or `after`. */
export interface AuditEntry {
  /** The user; null when nobody was signed in or the server itself acted. */
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

/** Appends to the audit log and notifies listeners after the commit; call it in the transaction of the logged change. */
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

/** Notifies listeners of new entries after the commit; for callers that insert entries themselves. */
export async function announce(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(${CHANNEL}, '')`)
}
