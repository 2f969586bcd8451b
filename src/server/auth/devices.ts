import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../db/database'
import { makeSecret } from '../process/secrets'
import { sha256 } from '../process/sha256'
import { resetKey, type Attempt, type Trust } from './budgets'
import { emailKey } from './emails'
import { endSessions, type EndReason } from './sessions'

/** Prefix by which people and secret scanners recognise a device's token. */
const PREFIX = 'fdv_'
/** Most devices per account; beyond it, the least recently used are forgotten. A script that sends no token adds one at every sign-in. */
const DEVICES_MAX = 100

/** Finds what is known in favour of an attempt, by one statement whether or not the account or the device exists. */
export async function findTrust(db: Queryable, attempt: Attempt, device: string | null | undefined, at: Date): Promise<Trust> {
  const { rows } = await db.query<Trust>(sql`
    select (
      select d.id from devices d join users u on u.id = d.user_id
      where d.token_hash = ${sha256(device ?? '')} and u.email_key = ${emailKey(attempt.email)}
    ) as "deviceId", exists (select from throttles where key = ${resetKey(attempt)} and ends_at > ${at}) as "isPassed"`)
  return rows[0] ?? { deviceId: null, isPassed: false }
}

/** A device that has just signed in. `token` is set only for a new one, and is sent once. */
export interface SeenDevice {
  readonly id: string
  readonly token: string | null
}

/** Records that a device signed in, or adds a new one. */
export async function recordDevice(tx: Queryable, userId: string, known: string | null, at: Date): Promise<SeenDevice> {
  const { rowCount } = await tx.query(sql`update devices set used_at = ${at} where id = ${known}::uuid and user_id = ${userId}`)
  if (known !== null && rowCount > 0) return { id: known, token: null }
  const id = uuid()
  const token = `${PREFIX}${makeSecret()}`
  await tx.query(sql`
    delete from devices where id in (
      select d.id from devices d where d.user_id = ${userId} order by d.used_at desc, d.id desc offset ${DEVICES_MAX - 1}
    )`)
  await tx.query(sql`
    insert into devices (id, user_id, token_hash, created_at, used_at) values (${id}, ${userId}, ${sha256(token)}, ${at}, ${at})`)
  return { id, token }
}

/**
 * Ends an account's sessions except `exceptSession`, and forgets all devices but that session's, because someone else may have known the old
 * password; returns the number of sessions.
 */
export async function endAccess(
  tx: Queryable,
  userId: string,
  reason: EndReason,
  at: Date,
  exceptSession: string | null = null,
): Promise<number> {
  const ended = await endSessions(tx, userId, reason, at, exceptSession)
  await tx.query(sql`
    delete from devices where user_id = ${userId}
      and id is distinct from (select s.device_id from sessions s where s.id = ${exceptSession}::uuid)`)
  return ended
}
