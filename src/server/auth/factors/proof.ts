import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { CODE_PATTERN, digitsOf } from '../../../contract/constants'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { invalid } from '../../http/problems'
import { passwordBudgets } from '../budgets'
import { principalOf, type Principal } from '../guard'
import { passwordTextFault } from '../passwordRules'
import { clearBudgets, spend } from '../throttle'
import { consumeTotp } from './totp'

/** Age in seconds up to which a session proves an account that has neither password nor app. */
const FRESH_S = 600

/**
 * Requires the holder of a session to prove that the account is theirs: by its password, by a code of its app, or, where it has neither, by
 * a recent sign-in. Throws 422 on `proof`.
 */
export async function requireProof(deps: Deps, request: FastifyRequest, proof = ''): Promise<void> {
  const { db, settings, clock, passwords } = deps
  const principal = principalOf(request)
  const { userId, email } = principal
  const at = clock()
  const means = await meansOf(db, principal, at)
  if (!means.hasTotp && means.passwordHash === null) {
    if (means.isFresh) return
    throw wrong('This account has no password: sign in again, and repeat this within ten minutes')
  }
  if (proof === '')
    throw wrong(means.hasTotp ? 'Enter your password, or a code from your authenticator app' : 'Enter your password')
  const budgets = passwordBudgets({ client: request.ip, email })
  await spend(db, budgets, at)
  const isPassword = passwordTextFault(proof) === null && (await passwords.isRight(proof, means.passwordHash))
  const code = digitsOf(proof)
  if (!isPassword && !(CODE_PATTERN.test(code) && (await consumeTotp(db, settings, userId, code, at))))
    throw wrong(means.hasTotp ? 'Password or code is wrong' : 'Password is wrong')
  await clearBudgets(db, budgets)
}

interface Means {
  readonly passwordHash: string | null
  readonly hasTotp: boolean
  readonly isFresh: boolean
}

async function meansOf(db: Queryable, { userId, sessionId }: Principal, at: Date): Promise<Means> {
  const since = new Date(at.getTime() - FRESH_S * 1000)
  const { rows } = await db.query<Means>(sql`
    select u.password_hash as "passwordHash",
      exists (select from totps t where t.user_id = u.id and t.confirmed_at is not null) as "hasTotp",
      exists (select from sessions s where s.id = ${sessionId} and s.created_at > ${since}) as "isFresh"
    from users u where u.id = ${userId}`)
  return rows[0] ?? { passwordHash: null, hasTotp: false, isFresh: false }
}

function wrong(sentence: string): Error {
  return invalid(new Map([['proof', sentence]]))
}
