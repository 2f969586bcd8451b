import sql, { raw } from 'sql-template-tag'
import type { Deps } from '../../../src/server/deps'

/** The administrator's account and session, which a file's tests share although each starts with an empty database. */
export interface AdminSession {
  /** Saves the rows that the sign-in of `token` wrote, except the device. */
  keep(token: string): Promise<void>
  /** Restores those rows into a database without users; returns the token, or null when there is a user or the token is too old. */
  putBack(): Promise<string | null>
}

/** The rows of a sign-in as JSON, and the columns of an account that the database does not derive. */
interface Written {
  readonly account: string
  readonly session: string
  readonly columns: string
}

/** Milliseconds during which a token is reused, by the server's clock: well within its 15 minutes. */
const GOOD_FOR_MS = 300_000

export function createAdminSession({ db, clock }: Deps): AdminSession {
  let saved: (Written & { readonly token: string; readonly at: number }) | null = null
  return {
    async keep(token) {
      const { rows } = await db.query<Written>(sql`
        select to_jsonb(u)::text as account, (to_jsonb(s) - 'device_id')::text as session,
          (select string_agg(quote_ident(attname), ', ') from pg_attribute
            where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns
        from users u join sessions s on s.user_id = u.id`)
      const [row] = rows
      saved = row !== undefined && rows.length === 1 ? { token, ...row, at: clock().getTime() } : null
    },
    async putBack() {
      const age = saved === null ? Infinity : clock().getTime() - saved.at
      if (saved === null || age < 0 || age > GOOD_FOR_MS) return null
      const columns = raw(saved.columns)
      const { rowCount } = await db.query(sql`
        with account as (
          insert into users (${columns}) select ${columns} from jsonb_populate_record(null::users, ${saved.account}::jsonb)
          where not exists (select from users)
          returning id
        )
        insert into sessions
        select session.* from jsonb_populate_record(null::sessions, ${saved.session}::jsonb) session join account on account.id = session.user_id`)
      return rowCount === 0 ? null : saved.token
    },
  }
}
