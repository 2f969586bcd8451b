import sql from 'sql-template-tag'
import { invite } from '../server/auth/invitations'
import { startSession } from '../server/auth/sessions'
import { createUser } from '../server/auth/users'
import type { Queryable } from '../server/db/database'
import type { Settings } from '../server/process/settings'
import { monthsBefore, secondsBefore } from './times'

/** First name, surname, hours since the last sign-in (null: never). They have no password, so nobody can sign in as them. */
const people: readonly (readonly [string, string, number | null])[] = [
  ['Ines', 'Carvalho', 2],
  ['Tomasz', 'Nowak', 19],
  ['Achieng', 'Otieno', 26],
  ['Li', 'Wen', 71],
  ['Maartje', 'de Vries', 5],
  ['Giulia', 'Ferraro', 400],
  ['Noah', 'Lindqvist', 2900],
  ['Sam', 'Okafor', null],
]
/** First names of deactivated users. */
const deactivated = ['Noah']

/** Address and hours since its invitation. */
const invited: readonly (readonly [string, number])[] = [
  ['renske.bakker@example.com', 3],
  ['greenhouse.trainee@example.com', 52],
]

/** Other sessions of the first administrator: user agent, address, hours since the sign-in and since the last activity. */
const devices: readonly (readonly [string, string, number, number])[] = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    '203.0.113.24',
    49,
    1,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', '198.51.100.7', 26, 4],
]

/** SQL: whether a user may have done something before the start. The first administrator is as new as the database. */
export const mayHaveActed = sql`active and last_sign_in_at is not null`

/** Inserts the administrator's colleagues: they joined before all other rows, except who has yet to sign in. */
export async function insertPeople(tx: Queryable, now: Date): Promise<void> {
  for (const [firstName, lastName, hours] of people) {
    const [nearest, furthest] = hours === null ? ([0.1, 1] as const) : ([24, 30] as const)
    const at = monthsBefore(now, `user ${firstName}`, nearest, furthest)
    const email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '')
    const emailConfirmedAt = hours === null ? null : at
    const { id } = await createUser(tx, { firstName, lastName, email, passwordHash: null, emailConfirmedAt, at })
    const seenAt = hours === null ? null : secondsBefore(now, hours * 3600)
    await tx.query(
      sql`update users set last_sign_in_at = ${seenAt}, active = ${!deactivated.includes(firstName)} where id = ${id}`,
    )
  }
}

/** Inserts open invitations, and the first administrator's sessions on other devices. */
export async function insertInvitationsAndSessions(
  tx: Queryable,
  settings: Pick<Settings, 'secret' | 'sessionIdleS' | 'sessionMaxS'>,
  now: Date,
): Promise<void> {
  const { rows: colleagues } = await tx.query<{ id: string }>(
    sql`select id from users where ${mayHaveActed} order by created_at limit 1`,
  )
  for (const [email, hours] of invited)
    await invite(tx, settings, { email, invitedBy: colleagues[0]?.id ?? null, at: new Date(secondsBefore(now, hours * 3600)) })
  const { rows } = await tx.query<{ id: string }>(
    sql`select id from users where password_hash is not null order by created_at limit 1`,
  )
  const [admin] = rows
  if (admin === undefined) return
  for (const [userAgent, ip, begunH, seenH] of devices) {
    const { sessionId } = await startSession(
      tx,
      settings,
      admin.id,
      { ip, userAgent },
      new Date(secondsBefore(now, begunH * 3600)),
    )
    await tx.query(sql`update sessions set seen_at = ${secondsBefore(now, seenH * 3600)} where id = ${sessionId}`)
  }
}
