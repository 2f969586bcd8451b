import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../db/database'
import { refusal } from './problems'

/** A request that may be repeated but must act once. */
export interface OnceOnly {
  readonly userId: string
  readonly key: string
  /** Hash of the call and its body: the same key with another hash is refused. */
  readonly hash: string
}

/** Validates the Idempotency-Key header; null without one, throws 400 for an invalid one. */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw refusal(400, 'bad_request', 'Idempotency-Key must be one word of at most 200 characters')
}

/** Hashes a call and its body (SHA-256, hexadecimal). */
export function requestHash(call: string, body: unknown): string {
  return createHash('sha256')
    .update(`${call}\n${JSON.stringify(body)}`)
    .digest('hex')
}

/**
 * Runs `work`, unless the same request was answered before: then returns that answer, which is stored for a day. A concurrent second
 * request waits for the first one's transaction, and runs the work itself when that fails.
 */
export async function runOnce<Answer extends object>(
  tx: Queryable,
  request: OnceOnly | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (request === null) return work()
  const { userId, key, hash } = request
  const { rowCount } = await tx.query(sql`
    insert into idempotency_keys (user_id, key, request_hash) values (${userId}, ${key}, ${hash}) on conflict do nothing`)
  if (rowCount === 0) return storedAnswer<Answer>(tx, request)
  const answer = await work()
  await tx.query(sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where user_id = ${userId} and key = ${key}`)
  await tx.query(sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where created_at < now() - interval '1 day' limit 100 for update skip locked
    )`)
  return answer
}

async function storedAnswer<Answer>(tx: Queryable, { userId, key, hash }: OnceOnly): Promise<Answer> {
  const { rows } = await tx.query<{ hash: string; answer: Answer }>(sql`
    select request_hash as hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`)
  const [first] = rows
  if (first === undefined || first.hash !== hash)
    throw refusal(409, 'conflict', 'This Idempotency-Key was used for another request')
  return first.answer
}
