import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Database, Queryable, Transaction } from '../db/database'
import { sha256 } from '../process/sha256'
import { refusal } from './problems'
import type { JsonSchema } from './schema'

/** The documented If-Match header of a call that changes a row; `requireVersions` applies to routes that declare it. */
export const conditional: JsonSchema = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      description:
        'Version that was read, such as "3". 412 if the row has another one; 428 if a PUT without it is not allowed (FROND_REQUIRE_IF_MATCH).',
    },
  },
}

/** The entity tag of a row's version: `"3"`. */
export function etagOf(row: { readonly version: number }): string {
  return `"${row.version}"`
}

/** The answer with a row; sets its version as the entity tag. */
export function answer<Row extends { readonly version: number }>(reply: FastifyReply, row: Row): { result: Row } {
  reply.header('etag', etagOf(row))
  return { result: row }
}

const tags = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*)*$/

/**
 * Whether an If-Match header permits the change of the row: it names the row's version, is `*`, or is missing. A weak tag never matches (RFC
 * 9110 §13.1.1). Throws 400 when it is no list of entity tags.
 */
export function matches(ifMatch: string | undefined, row: { readonly version: number }): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  if (!tags.test(ifMatch)) throw refusal(400, 'bad_request', 'If-Match must be a version in quotation marks, such as "3"')
  return ifMatch.split(',').some((tag) => tag.trim() === etagOf(row))
}

/** Answers 428 to every PUT without If-Match on routes that declare the header (FROND_REQUIRE_IF_MATCH). */
export function requireVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers, routeOptions }) => {
    if (method === 'PUT' && headers['if-match'] === undefined && takesVersion(routeOptions.schema?.headers))
      throw refusal(428, 'version_required', 'Send If-Match with the version that was read, such as "3"')
  })
}

function takesVersion(headers: unknown): boolean {
  const { properties } = (headers ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> }
  return properties?.['if-match'] !== undefined
}

/** A request that a client may repeat, and that acts once. */
export interface IdempotentRequest {
  readonly userId: string
  readonly key: string
  /** Hash of the call and its body: the same key with another hash is refused. */
  readonly hash: string
}

/** Reads the Idempotency-Key header of a user's request; null without one, throws 400 for an invalid one. */
export function readIdempotencyKey({ method, url, headers, body }: FastifyRequest, userId: string): IdempotentRequest | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw refusal(400, 'bad_request', 'Idempotency-Key must be one word of at most 200 characters')
  // As JSON, a file's bytes would be four times as long.
  const content = JSON.stringify(Buffer.isBuffer(body) ? sha256(body) : body)
  return { userId, key, hash: sha256(`${method} ${url}\n${content}`) }
}

/**
 * Runs `work`, unless the same request was answered before: then returns that answer, which is stored for a day. A concurrent second
 * request waits for the first one's transaction, and runs the work itself when that fails.
 */
export async function runOnce<Answer extends object>(
  tx: Queryable,
  request: IdempotentRequest | null,
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

async function storedAnswer<Answer>(tx: Queryable, { userId, key, hash }: IdempotentRequest): Promise<Answer> {
  const { rows } = await tx.query<{ hash: string; answer: Answer }>(sql`
    select request_hash as hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`)
  const [first] = rows
  if (first === undefined || first.hash !== hash)
    throw refusal(409, 'conflict', 'This Idempotency-Key was used for another request')
  return first.answer
}

/**
 * Does one part of a request, such as a batch of rows, in a transaction that also stores the part's answer. A repeated request gets the stored
 * answer of each part that is done, and does the others. `part` names the part within its request.
 */
export function runPartOnce<Answer extends object>(
  db: Database,
  request: IdempotentRequest | null,
  part: string | number,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  // Clients' keys contain no space, so that a part's key is never a client's.
  const keyed = request && { ...request, key: `${request.key} ${part}` }
  return db.transaction((tx) => runOnce(tx, keyed, () => work(tx)))
}
