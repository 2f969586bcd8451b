import sql from 'sql-template-tag'
import { createUser } from '../auth/users'
import type { Queryable } from '../db/database'
import { monthsBefore, secondsBefore } from './times'

/** First name, surname, hours since the last sign-in (null: never). They have no password: nobody can sign in as them. */
const people: readonly (readonly [string, string, number | null])[] = [
  ['Ines', 'Carvalho', 2],
  ['Tomasz', 'Nowak', 19],
  ['Achieng', 'Otieno', 26],
  ['Li', 'Wen', 71],
  ['Maartje', 'de Vries', 5],
  ['Giulia', 'Ferraro', 400],
  ['Sam', 'Okafor', null],
]

/** Colleagues of the administrator. */
export async function insertPeople(tx: Queryable, now: Date): Promise<void> {
  for (const [firstName, lastName, hours] of people) {
    const at = monthsBefore(now, `user ${firstName}`, 1, 15)
    const email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '')
    const emailConfirmedAt = hours === null ? null : at
    const { id } = await createUser(tx, { firstName, lastName, email, passwordHash: null, emailConfirmedAt, at })
    if (hours !== null)
      await tx.query(sql`update users set last_sign_in_at = ${secondsBefore(now, hours * 3600)} where id = ${id}`)
  }
}
